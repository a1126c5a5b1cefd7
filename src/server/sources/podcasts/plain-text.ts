import { cutText } from '#contract/cut-text.ts';

/** The most characters kept of a podcast's or an episode's description. */
export const MAX_DESCRIPTION = 600;
/** The rest of a longer description is ignored. */
const MAX_SOURCE = 20_000;
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/**
 * The text of a piece of HTML, on one line, at most `maxLength` characters. Only for display as text: it does not make HTML safe.
 */
export function plainText(html: string, maxLength: number): string {
  // Excludes '<' inside, so that a page full of '<' takes no longer than any other.
  const withoutTags = html.slice(0, MAX_SOURCE).replace(/<[^<>]*>/g, ' ');
  const text = decodeEntities(withoutTags)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - 1);
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`;
}

/** Decodes entities, once: '&amp;lt;' becomes '&lt;'. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, decode);
}

function decode(entity: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
}
