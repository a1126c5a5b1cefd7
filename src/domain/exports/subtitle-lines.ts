import { WRITTEN_WITHOUT_SPACES } from '../tokens.ts';

/** The maximum number of graphemes per line of a subtitle, and of lines per subtitle. */
export const LINE_LENGTH = 42;
export const LINES_PER_CUE = 2;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** ASCII, ideographs and Hangul syllables, of which each is a grapheme: a segmenter for each word costs a hundred times as much. */
const STANDALONE = /^[\x20-\x7e\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** A piece of text that is kept on one line, and whether a space precedes it. */
interface Piece {
  text: string;
  length: number;
  spaced: boolean;
}

/**
 * Cuts a text into subtitles of at most two lines of 42 characters, all about equally long. A lead, such as a speaker's name, goes before
 * the first one. The text is cut as if the lead were not there, or into one more subtitle if there is no room for the lead.
 */
export function splitIntoCues(text: string, lead = ''): string[] {
  const pieces = piecesOf(text);
  const fewest = Math.ceil(wrap(pieces, LINE_LENGTH).length / LINES_PER_CUE);
  const cues = cutInto(pieces, fewest);
  if (lead === '' || cues.length === 0) return cues.map(render);
  for (const tried of [cues, cutInto(pieces, fewest + 1)]) {
    const [first = [], ...others] = tried;
    const withLead = [...leadOf(lead), ...first.flat()];
    if (wrap(withLead, LINE_LENGTH).length > LINES_PER_CUE) continue;
    return [cutInto(withLead, 1), [...others]].flat().map(render);
  }
  // A very long name counts like words of the text.
  const all = [...leadOf(lead), ...pieces];
  return cutInto(all, Math.ceil(wrap(all, LINE_LENGTH).length / LINES_PER_CUE)).map(render);
}

/** The number of graphemes: the characters that a reader sees. */
export function countGraphemes(text: string): number {
  if (STANDALONE.test(text)) return text.length;
  return [...GRAPHEMES.segment(text)].length;
}

type Line = readonly Piece[];

/** Cuts pieces into at most `cueCount` subtitles, each given as its lines; a text that fits on one line stays on it. */
function cutInto(pieces: readonly Piece[], cueCount: number): Line[][] {
  const inOne = wrap(pieces, LINE_LENGTH);
  const lines = inOne.length === 1 && cueCount === 1 ? inOne : balance(pieces, cueCount * LINES_PER_CUE);
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CUE) }, (_, cue) =>
    lines.slice(cue * LINES_PER_CUE, (cue + 1) * LINES_PER_CUE),
  );
}

/** Wraps pieces into the narrowest lines that still fit into `maxLines`: parts that share time evenly should be equally long. */
function balance(pieces: readonly Piece[], maxLines: number): Line[] {
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

function wrap(pieces: readonly Piece[], width: number): Line[] {
  const lines: Piece[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const line = lines.at(-1);
    const gap = piece.spaced ? 1 : 0;
    if (line && length + gap + piece.length <= width) {
      line.push(piece);
      length += gap + piece.length;
    } else {
      lines.push([piece]);
      length = piece.length;
    }
  }
  return lines;
}

function render(cue: readonly Line[]): string {
  return cue
    .map((line) => line.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join(''))
    .join('\n');
}

/** The pieces of a name; it is not broken if it fits on a line. */
function leadOf(lead: string): Piece[] {
  const whole = { ...measured(lead), spaced: true };
  return whole.length <= LINE_LENGTH ? [whole] : piecesOf(lead);
}

function piecesOf(text: string): Piece[] {
  return text
    .split(/\s+/)
    .filter((token) => token !== '')
    .flatMap((token) => breakToken(token).map((part, index) => ({ ...part, spaced: index === 0 })));
}

/** Keeps a word whole. A run that is longer than a line or has no spaces is broken between its words, a longer word anywhere. */
function breakToken(token: string): { text: string; length: number }[] {
  if (countGraphemes(token) <= LINE_LENGTH && !WRITTEN_WITHOUT_SPACES.test(token)) return [measured(token)];
  const parts: { text: string; length: number }[] = [];
  for (const { segment, isWordLike } of WORDS.segment(token)) {
    const last = parts.at(-1);
    // Punctuation stays with the word before it, so that no line begins with a full stop.
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
