import { WRITTEN_WITHOUT_SPACES } from '../tokens.ts';

/** Most graphemes on a line of a subtitle, and most lines of one subtitle. */
export const LINE_LENGTH = 42;
export const LINES_PER_CUE = 2;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A piece of text that is not broken, and whether a space stands before it. */
interface Piece {
  text: string;
  length: number;
  spaced: boolean;
}

/** Cuts a text into subtitles of at most two lines of 42 characters, all about equally long. */
export function splitIntoCues(text: string): string[] {
  const pieces = piecesOf(text);
  const fewest = wrap(pieces, LINE_LENGTH).length;
  if (fewest === 0) return [];
  const cueCount = Math.ceil(fewest / LINES_PER_CUE);
  const lines = fewest === 1 ? wrap(pieces, LINE_LENGTH) : balance(pieces, cueCount * LINES_PER_CUE);
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CUE) }, (_, cue) =>
    lines.slice(cue * LINES_PER_CUE, (cue + 1) * LINES_PER_CUE).join('\n'),
  );
}

/** How many characters a reader sees. */
export function countGraphemes(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...GRAPHEMES.segment(text)].length;
}

/** The narrowest lines that still fit: equal parts deserve equal time. */
function balance(pieces: readonly Piece[], maxLines: number): string[] {
  let low = 1;
  let high = LINE_LENGTH;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const fits = pieces.every((piece) => piece.length <= middle) && wrap(pieces, middle).length <= maxLines;
    if (fits) high = middle;
    else low = middle + 1;
  }
  return wrap(pieces, high);
}

function wrap(pieces: readonly Piece[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let length = 0;
  for (const piece of pieces) {
    const gap = piece.spaced && line !== '' ? 1 : 0;
    if (line !== '' && length + gap + piece.length > width) {
      lines.push(line);
      line = '';
      length = 0;
    }
    line += (line !== '' && gap === 1 ? ' ' : '') + piece.text;
    length += (length > 0 ? gap : 0) + piece.length;
  }
  return line === '' ? lines : [...lines, line];
}

function piecesOf(text: string): Piece[] {
  return text
    .split(/\s+/)
    .filter((token) => token !== '')
    .flatMap((token) => breakToken(token).map((part, index) => ({ ...part, spaced: index === 0 })));
}

/** A word stays whole; what is longer than a line (scripts without spaces) breaks between its words, else anywhere. */
function breakToken(token: string): { text: string; length: number }[] {
  if (countGraphemes(token) <= LINE_LENGTH && !WRITTEN_WITHOUT_SPACES.test(token)) return [measured(token)];
  const parts: { text: string; length: number }[] = [];
  for (const { segment, isWordLike } of WORDS.segment(token)) {
    const last = parts.at(-1);
    // Punctuation stays with the word before it: no line begins with a full stop.
    if (last && isWordLike === false && last.length < LINE_LENGTH)
      parts.splice(-1, 1, ...cutHard(last.text + segment));
    else parts.push(...cutHard(segment));
  }
  return parts;
}

function cutHard(text: string): { text: string; length: number }[] {
  if (countGraphemes(text) <= LINE_LENGTH) return [measured(text)];
  const graphemes = [...GRAPHEMES.segment(text)].map((part) => part.segment);
  return Array.from({ length: Math.ceil(graphemes.length / LINE_LENGTH) }, (_, index) =>
    measured(graphemes.slice(index * LINE_LENGTH, (index + 1) * LINE_LENGTH).join('')),
  );
}

function measured(text: string): { text: string; length: number } {
  return { text, length: countGraphemes(text) };
}
