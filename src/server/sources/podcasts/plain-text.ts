import { Parser } from 'htmlparser2';
import { cutText } from '#contract/cut-text.ts';

/** The most characters kept of a podcast's or an episode's description. */
export const MAX_DESCRIPTION = 600;
/** The rest of a longer description is ignored. */
const MAX_SOURCE = 20_000;
/** A comment, or a tag with its name and what follows it. Excludes '<' inside, so that a page full of '<' takes no longer than any other. */
const TAG = /<(?:![^<>]*|(\/?[a-z][\w:-]*)(\s[^<>]*|\/?))>/gi;
/** Elements whose tags only format a part of a line. */
const INLINE = wordsOf(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q ruby s samp small span strike strong sub sup time tt u var wbr',
);
/** Elements whose tags divide or arrange a text, and those without text. */
const BLOCK = wordsOf(
  'address article aside audio blockquote body br caption center col colgroup dd details div dl dt embed figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img li link main meta nav noscript object ol p param picture pre rp rt script section source style summary svg table tbody td tfoot th thead title tr track ul video',
);
/** Those without an end tag that somebody writes into a title. */
const ALONE = wordsOf('br hr img wbr');

/**
 * The text of a piece of HTML, on one line, at most `maxLength` characters. What only looks like a tag is kept ('a <b and c> d',
 * '<dialog>'). Only for display as text: it does not make HTML safe.
 */
export function plainText(html: string, maxLength: number): string {
  return textWithout(() => true, html.slice(0, MAX_SOURCE), maxLength);
}

/** The same of a title, in which people also name tags ('Centering a <div>'): formatting has a start and an end. */
export function plainTitle(html: string, maxLength: number): string {
  const source = html.slice(0, MAX_SOURCE);
  const tags = new Set(Array.from(source.matchAll(TAG), ([, tag = '']) => tag.toLowerCase()));
  const isPaired = (name: string) => ALONE.has(name) || (tags.has(name) && tags.has(`/${name}`));
  return textWithout(isPaired, source, maxLength);
}

function textWithout(isFormatting: (name: string) => boolean, source: string, maxLength: number): string {
  const withoutTags = source.replace(TAG, (written, tag = '', rest = '') => {
    const name = tag.toLowerCase().replace('/', '');
    const isMarkup = hasAttributes(rest) && isElement(name) && isFormatting(name);
    if (name !== '' && !isMarkup) return written;
    return INLINE.has(name) ? '' : ' ';
  });
  const text = decodeEntities(withoutTags)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (text.length <= maxLength) return text;
  const cut = cutText(text, maxLength - 1);
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`;
}

/** Whether what follows a tag's name is nothing or attributes with values, as in a tag that somebody means. */
function hasAttributes(rest: string): boolean {
  return /^\s*\/?$/.test(rest) || /^\s+[\w:-]+\s*=/.test(rest);
}

/** Word processors write elements with a prefix. */
function isElement(name: string): boolean {
  return INLINE.has(name) || BLOCK.has(name) || name.includes(':');
}

/** Decodes the entities of HTML, once: '&amp;lt;' becomes '&lt;'. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({
    ontext: (piece) => {
      decoded += piece;
    },
  });
  // Only whole entities, though HTML also reads '&region' as one.
  parser.end(text.replace(/<|&(?!#?\w{1,40};)/g, (sign) => (sign === '<' ? '&lt;' : '&amp;')));
  return decoded;
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
