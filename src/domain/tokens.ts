/** Matches a character of a script that is written without spaces between words. */
export const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
/** A dictionary's time grows with the square of the length (a minute for 200,000 Japanese characters): so much of a text is read at a time. */
const WINDOW = 4000;

/** Splits a text into words with their punctuation: at spaces, and with a dictionary in scripts without spaces. */
export function tokensOf(text: string): string[] {
  return spacedTokensOf(text).map((token) => token.trimEnd());
}

/** Like `tokensOf`, but each word keeps the spaces after it: joined, they are the text without its leading spaces. */
export function spacedTokensOf(text: string): string[] {
  return (text.match(/\S+\s*/g) ?? []).flatMap((token) =>
    WRITTEN_WITHOUT_SPACES.test(token) ? piecesOf(token) : [token],
  );
}

const CLOSE = `(?:${WRITTEN_WITHOUT_SPACES.source}|[\\u3000-\\u303f\\u30fc\\uff01-\\uff1f])`;
const ENDS_CLOSE = new RegExp(`${CLOSE}\\p{M}*$`, 'u');
const BEGINS_CLOSE = new RegExp(`^${CLOSE}`, 'u');

/** Joins words as they are written: with a space, except between characters of scripts without spaces. */
export function joinWords(words: readonly string[]): string {
  const pieces = words.map((word, index) => {
    // A character and its marks: a long word is not read to its end.
    const before = words[index - 1]?.slice(-4) ?? '';
    const isClose = index === 0 || (BEGINS_CLOSE.test(word) && ENDS_CLOSE.test(before));
    return isClose ? word : ` ${word}`;
  });
  return pieces.join('');
}

function piecesOf(token: string): string[] {
  const pieces: string[] = [];
  for (const { part, isWordLike } of piecesOfUnspaced(token)) {
    // Punctuation and spaces belong to the word before them.
    if (isWordLike || pieces.length === 0) pieces.push(part);
    else pieces[pieces.length - 1] += part;
  }
  return pieces;
}

/** A piece of a text, and where it begins (UTF-16). */
interface Piece {
  part: string;
  index: number;
  isWordLike: boolean;
}

/** Divides a text in a script without spaces with a dictionary: words, and what is between them. */
export function piecesOfUnspaced(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    const isLast = text.length - from <= WINDOW;
    const window = isLast
      ? text.slice(from)
      : text.slice(from, from + WINDOW).replace(/[\ud800-\udbff]$/, '');
    const found = Array.from(WORDS.segment(window));
    // The end of the window may cut a word, which is read again with what follows.
    if (!isLast && found.length > 1) found.pop();
    for (const { segment, index, isWordLike } of found)
      pieces.push({ part: segment, index: from + index, isWordLike: isWordLike === true });
    const { part = '', index = from } = pieces.at(-1) ?? {};
    from = index + part.length;
  }
  return pieces;
}

/** The number of words of a text: in scripts without spaces by the dictionary, since everybody counts in another way; else as they were counted. */
export function countWords(text: string, counted: number): number {
  return WRITTEN_WITHOUT_SPACES.test(text) ? tokensOf(text).length : counted;
}
