import { BELIEVED, encodingFits, FITS, SHARED } from '../guess-encoding.ts';

const LATIN = 'windows-1252';
/** The other encodings of Latin letters, most of which are the same. */
const LATINS = ['windows-1254', 'windows-1250'];
const latin = new TextDecoder(LATIN);
/** The characters of Windows-1252 that are not at their place in Latin-1, and their bytes. */
const MOVED: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => [latin.decode(Uint8Array.of(0x80 + at)), 0x80 + at]),
);

const IDEOGRAPHS = '\\p{sc=Han}\\u3000-\\u303f\\uff01-\\uff60';
/** What a text in an encoding consists of, apart from ASCII and signs that all have. */
const CHARACTERS: Readonly<Record<string, RegExp>> = {
  'windows-1251': onlyOf('\\p{sc=Cyrillic}'),
  'koi8-u': onlyOf('\\p{sc=Cyrillic}'),
  'windows-1253': onlyOf('\\p{sc=Greek}'),
  // Without vowel points, as in nearly all texts.
  'windows-1255': onlyOf('\\u05d0-\\u05ea'),
  'windows-1256': onlyOf('\\p{sc=Arabic}\\u060c\\u061b\\u061f'),
  'windows-874': onlyOf('\\p{sc=Thai}'),
  shift_jis: onlyOf(`\\u3040-\\u30ff${IDEOGRAPHS}`),
  'euc-jp': onlyOf(`\\u3040-\\u30ff${IDEOGRAPHS}`),
  gb18030: onlyOf(IDEOGRAPHS),
  big5: onlyOf(IDEOGRAPHS),
  'euc-kr': onlyOf('\\p{sc=Hangul}'),
};
/** What no word has. */
const NO_WORD = new RegExp(
  [
    // Letters of two alphabets.
    '[A-Za-z](?![A-Za-z])\\p{L}|(?![A-Za-z])\\p{L}[A-Za-z]',
    // A capital after a small letter, or two capitals before one.
    '\\p{Ll}\\p{Lu}|\\p{Lu}{2}\\p{Ll}',
    // Within, the form of a letter that ends words.
    '[ςםןףץך]\\p{L}',
    // In Thai, a vowel without its consonant.
    '(?<![ก-ฮ])[\\u0e31\\u0e34-\\u0e3a]|(?<!\\p{sc=Thai})[\\u0e30\\u0e32\\u0e33\\u0e45-\\u0e4e]|[\\u0e40-\\u0e44](?![ก-ฮ])',
  ].join('|'),
  'u',
);
/** How well another encoding must fit, and for how many characters it must fit wholly and the next one not at all: a word or two can be in several. */
const SURELY = 0.7;
const ENOUGH = 3;
/** No title is longer; in UTF-16 code units. */
const MAX_READ = 1000;
/** A text of Latin letters has at least this, but for capitals. */
const LATIN_FITS = 0.2;
/** In Windows-1252: no characters, rare ones, and signs that do not stand before a letter. */
const NOT_LATIN = /[\u0080-\u009fƒ‰†‡‹›ˆ˜]|[¢-©¬-¯²-´¶-¹¼-¾×÷]\p{L}/u;
/** As in 'à la carte', '½ l' and 'FORÊT'. */
const USUAL_IN_LATIN = /(?<!\S)\S(?!\S)|(?<=[A-Za-z])\p{L}(?=[A-Za-z])/gu;

/**
 * The text of a tag. Programs write tags in the encoding of their system and call them Latin-1, as which they are read; here they are
 * read as what they are. Null if there is none, or if it cannot be told surely.
 */
export function readTag(tag: string | null | undefined): string | null {
  if (!tag || tag.includes('\ufffd')) return null;
  const bytes = bytesOf(tag);
  if (!bytes) return tag;
  const utf8 = decode('utf-8', bytes);
  if (!utf8.includes('\ufffd') && /[^\u0000-\u007f]/.test(utf8)) return utf8;
  const fits = encodingFits(bytes);
  const latinFit = Math.max(...[LATIN, ...LATINS].map((name) => fits.get(name) ?? 0));
  const [best, next] = [...fits]
    .flatMap(([name, fit]) => readingIn(name, bytes, fit))
    .toSorted((a, b) => b.fit - a.fit);
  if (!best || best.fit < FITS || latinFit * BELIEVED >= best.fit) return latinText(bytes, fits, latinFit);
  return isSure(best, next?.fit ?? 0) ? best.text : null;
}

/** What was read as Latin-1 or Windows-1252; null if it cannot have been, or if that makes no difference. */
function bytesOf(text: string): Uint8Array | null {
  if (!/[\u0080-\u00ff]/.test(text)) return null;
  const codes = Array.from(text.slice(0, MAX_READ), (char) => MOVED.get(char) ?? char.codePointAt(0) ?? 0);
  return codes.every((code) => code < 0x100) ? Uint8Array.from(codes) : null;
}

/** What the bytes are in an encoding of other letters; none if no text is like that. */
function readingIn(name: string, bytes: Uint8Array, fit: number) {
  const characters = CHARACTERS[name];
  if (!characters) return [];
  const text = decode(name, bytes);
  if (!characters.test(text) || NO_WORD.test(text)) return [];
  return [{ text, fit }];
}

/** A text of Latin letters, in the encoding that it claims unless another fits much better; null if it does not look like one. */
function latinText(bytes: Uint8Array, fits: ReadonlyMap<string, number>, fit: number): string | null {
  const text = latin.decode(bytes);
  const claimed = fits.get(LATIN) ?? 0;
  const better = LATINS.find((name) => (fits.get(name) ?? 0) === fit && fit > claimed * BELIEVED);
  if (better && isSure({ text, fit }, claimed)) return decode(better, bytes);
  if (NOT_LATIN.test(text)) return null;
  return fit >= LATIN_FITS || beyondAscii(text.replaceAll(USUAL_IN_LATIN, '')).length <= 2 ? text : null;
}

function isSure({ text, fit }: { text: string; fit: number }, nextFit: number): boolean {
  return fit >= SURELY && (fit - nextFit) * beyondAscii(text).length >= ENOUGH;
}

/** Without a character that is cut off at the end. */
function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

function beyondAscii(text: string): string[] {
  return Array.from(text).filter((char) => char > '\u007f' && !SHARED.test(char));
}

function onlyOf(characters: string): RegExp {
  return new RegExp(`^[\\u0000-\\u007f${characters}${SHARED.source.slice(1, -1)}]*$`, 'u');
}
