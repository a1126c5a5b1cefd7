/** A stretch of a text that is not broken over two lines: UTF-16 offsets, the end exclusive. Spaces stand between pieces. */
export interface LinePiece {
  start: number;
  end: number;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Scripts in which a line may end after any character, and those in which it may end after any word. */
const BY_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const BY_WORD = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What no line begins with, and what no line ends with. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}、。，．・：；？！ー々ゝゞっゃゅょッャュョ!?,.:;…\u200d]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Where a text may be broken into lines: at its spaces, and within scripts that are written without them. */
export function linePieces(text: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (const { 0: token, index } of text.matchAll(/[^ ]+/g)) {
    const hasNoSpaces = BY_CHARACTER.test(token) || BY_WORD.test(token);
    if (!hasNoSpaces) pieces.push({ start: index, end: index + token.length });
    else
      pieces.push(
        ...brokenToken(token).map(({ start, end }) => ({ start: index + start, end: index + end })),
      );
  }
  return pieces;
}

/** The same piece character by character, for one that is longer than a line. */
export function characterPieces(text: string, { start, end }: LinePiece): LinePiece[] {
  return [...GRAPHEMES.segment(text.slice(start, end))].map(({ index, segment }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));
}

function brokenToken(token: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (const { segment, index } of WORDS.segment(token)) {
    const parts = BY_CHARACTER.test(segment)
      ? [...GRAPHEMES.segment(segment)].map((part) => ({ text: part.segment, start: index + part.index }))
      : [{ text: segment, start: index }];
    for (const part of parts) {
      const last = pieces.at(-1);
      const end = part.start + part.text.length;
      const isBound = last && (NOT_FIRST.test(part.text) || NOT_LAST.test(token.slice(last.start, last.end)));
      if (isBound) last.end = end;
      else pieces.push({ start: part.start, end });
    }
  }
  return pieces;
}
