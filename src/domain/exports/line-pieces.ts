import { piecesOfUnspaced } from '../tokens.ts';

/** A range of a text that is kept on one line (UTF-16 offsets, end exclusive). The spaces between pieces belong to none. */
export interface LinePiece {
  start: number;
  end: number;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Scripts in which a line may end after any character, and those in which it may end after any word. */
const BY_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const BY_WORD = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that no line may begin with, and characters that no line may end with. */
export const NOT_FIRST =
  /^[\p{Pe}\p{Pf}、。，．・：；？！％〜～ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶๆฯ!?,.:;…\u200d]/u;
export const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Splits a text where lines may be broken: at spaces, and within scripts that are written without spaces. */
export function linePieces(text: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (const { 0: token, index } of text.matchAll(/[^ ]+/g)) {
    const hasNoSpaces = BY_CHARACTER.test(token) || BY_WORD.test(token);
    const parts = hasNoSpaces ? brokenToken(token) : [{ start: 0, end: token.length }];
    for (const { start, end } of parts) pieces.push({ start: index + start, end: index + end });
  }
  return pieces;
}

/** Splits a piece that is longer than a line into its graphemes. */
export function characterPieces(text: string, { start, end }: LinePiece): LinePiece[] {
  return [...GRAPHEMES.segment(text.slice(start, end))].map(({ index, segment }) => ({
    start: start + index,
    end: start + index + segment.length,
  }));
}

function brokenToken(token: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (const { part: word, index } of piecesOfUnspaced(token)) {
    const parts = BY_CHARACTER.test(word)
      ? [...GRAPHEMES.segment(word)].map((part) => ({ text: part.segment, start: index + part.index }))
      : [{ text: word, start: index }];
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
