import { guessEncoding } from '../../guess-encoding.ts';
import { markedEncoding } from '../decode-text.ts';

/** How many bytes say whether a text is in UTF-16. */
const SAMPLE_BYTES = 100_000;
/** In UTF-16 of alphabets, every other byte of most characters is zero. */
const ZERO_SHARE = 1 / 3;

/** A file as text, and its encoding as browsers call it ('utf-8', 'windows-1251'). Never fails; an encoding that had to be guessed is a warning. */
export function decodeFile(bytes: Uint8Array): { text: string; encoding: string; warnings: string[] } {
  const certain = markedEncoding(bytes) ?? utf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  const encoding = certain ?? guessEncoding(bytes, declaredIn(bytes));
  const decoded = new TextDecoder(encoding).decode(bytes);
  const text = withoutNulls(decoded);
  if (certain) return { text, encoding, warnings: [] };
  return {
    text,
    encoding,
    warnings: [
      `The file is not in Unicode and was read as ${encoding}. If letters are wrong, save it again as UTF-8.`,
    ],
  };
}

/** The encoding that an XML file says it has. */
function declaredIn(bytes: Uint8Array): string[] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^\s*<\?xml[^>]{0,100}\sencoding\s?=\s?["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  try {
    const encoding = label === undefined ? 'utf-8' : new TextDecoder(label).encoding;
    return encoding.startsWith('utf-') ? [] : [encoding];
  } catch {
    return [];
  }
}

/** NULs and the old mark of an end of file are at the ends of some files. */
function withoutNulls(text: string): string {
  const isNull = (at: number) => text.charCodeAt(at) === 0 || text.charCodeAt(at) === 0x1a;
  let from = 0;
  let to = text.length;
  while (from < to && isNull(from)) from += 1;
  while (to > from && isNull(to - 1)) to -= 1;
  return text.slice(from, to);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 without a byte order mark: by its zeros, or, in scripts that have none, by its ends of lines. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  const zeros = { even: 0, odd: 0 };
  const ends = { le: 0, be: 0 };
  for (let at = 0; at < length; at += 2) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (first === 0 && second !== 0) zeros.even += 1;
    if (second === 0 && first !== 0) zeros.odd += 1;
    if (second === 0 && (first === 0x0a || first === 0x0d)) ends.le += 1;
    if (first === 0 && (second === 0x0a || second === 0x0d)) ends.be += 1;
  }
  const pairs = length / 2;
  if (zeros.odd > pairs * ZERO_SHARE && zeros.odd > zeros.even) return 'utf-16le';
  if (zeros.even > pairs * ZERO_SHARE && zeros.even > zeros.odd) return 'utf-16be';
  if (ends.le > 1 && ends.le > ends.be && zeros.even * 10 < zeros.odd) return 'utf-16le';
  if (ends.be > 1 && ends.be > ends.le && zeros.odd * 10 < zeros.even) return 'utf-16be';
  return undefined;
}
