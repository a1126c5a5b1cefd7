import { guessEncoding } from '../guess-encoding.ts';

/** Encodings of several bytes for a character, in which a few characters can look like UTF-8. */
const MULTIBYTE = /^(?:gb|big5|euc-|shift_jis|iso-2022)/;
/** More characters than this are not UTF-8 by accident. */
const FEW = 4;
/** A text in UTF-16 without a byte order mark has zeros among these. */
const HEAD = 1024;

/**
 * Decodes a text file from the web: by its byte order mark, as UTF-8 if it is (nearly) that, whatever it declares, else by the HTTP
 * header or its own declaration, unless its characters say otherwise (`guess-encoding.ts`). Never fails; in linear time.
 */
export function decodeText(
  bytes: Uint8Array,
  { contentType, declared }: { contentType: string; declared: string | undefined },
): string {
  const marked = markedEncoding(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const said = [/charset\s{0,9}=\s{0,9}["']?([\w.:-]+)/i.exec(contentType)?.[1], declared].flatMap(
    encodingOf,
  );
  const wide = said.find((encoding) => encoding.startsWith('utf-16'));
  // Text without zeros cannot be in UTF-16, whatever it says.
  if (wide && bytes.subarray(0, HEAD).includes(0)) return new TextDecoder(wide).decode(bytes);
  const others = said.filter((encoding) => !encoding.startsWith('utf-'));
  const text = new TextDecoder().decode(bytes);
  const { whole, broken } = countCharacters(text);
  const multibyte = whole < FEW ? others.find((encoding) => MULTIBYTE.test(encoding)) : undefined;
  if (multibyte && isIn(bytes, multibyte)) return new TextDecoder(multibyte).decode(bytes);
  if (broken === 0 || whole > broken) return text;
  return new TextDecoder(guessEncoding(bytes, others)).decode(bytes);
}

/** The encoding that a file's first bytes tell: a byte order mark, or an XML file's '<' in UTF-16. */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return undefined;
}

/** The name of an encoding that a label stands for; none if it is unknown. */
function encodingOf(label: string | undefined): string[] {
  try {
    return label ? [new TextDecoder(label).encoding] : [];
  } catch {
    return [];
  }
}

function isIn(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The characters beyond ASCII of a text that was decoded as UTF-8, and the bytes that are none. */
function countCharacters(text: string): { whole: number; broken: number } {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return { whole, broken };
}
