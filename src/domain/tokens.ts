/** Matches a character of a script that is written without spaces between words. */
export const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

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
  for (const { segment, isWordLike } of WORDS.segment(token)) {
    // Punctuation and spaces belong to the word before them.
    if (isWordLike || pieces.length === 0) pieces.push(segment);
    else pieces[pieces.length - 1] += segment;
  }
  return pieces;
}
