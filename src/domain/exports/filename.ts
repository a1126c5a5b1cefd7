import { toUnicodeForm } from '../unicode-form.ts';

const MAX_BYTES = 120;
/** The names of devices, which Windows takes for no file, whatever follows a full stop. */
const DEVICES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Turns a title into a file name that every system accepts: no path parts, no reserved characters or names, not too long. The suffix is
 * kept whole between title and extension.
 */
export function exportFilename(title: string, extension: string, suffix = ''): string {
  return `${plainName(title)}${suffix}.${extension}`;
}

/**
 * Turns the titles of transcripts that are saved together into names without extension, by the same rules and in the same order.
 * Equal ones are numbered, also those that differ only in case, because not every system keeps these apart. None is equal to `taken`.
 */
export function exportFilenames(titles: readonly string[], taken: string): string[] {
  const used = new Set([comparable(taken)]);
  const lastNumbers = new Map<string, number>();
  return titles.map((title) => {
    const plain = plainName(title);
    let name = plain;
    let number = lastNumbers.get(comparable(plain)) ?? 1;
    while (used.has(comparable(name))) {
      number += 1;
      name = `${plain} (${number})`;
    }
    lastNumbers.set(comparable(plain), number);
    used.add(comparable(name));
    return name;
  });
}

function plainName(title: string): string {
  const plain = toUnicodeForm(title, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return cut(plain).replace(DEVICES, '_$1') || 'transcript';
}

/** The same for all names that some system takes for one. */
function comparable(name: string): string {
  return name.toUpperCase().toLowerCase();
}

// File systems count bytes (255 at most), so a long title in any script is cut between graphemes.
function cut(name: string): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += utf8Length(segment);
    if (bytes > MAX_BYTES) break;
    kept += segment;
  }
  return kept.trim();
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
