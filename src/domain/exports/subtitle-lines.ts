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

/**
 * Cuts a text into subtitles of at most two lines of 42 characters, all about equally long. A lead, as a speaker's name, stands before the first one; the
 * text is cut as if it was not there, into one more where it finds no room.
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
  // A very long name takes the place of words.
  const all = [...leadOf(lead), ...pieces];
  return cutInto(all, Math.ceil(wrap(all, LINE_LENGTH).length / LINES_PER_CUE)).map(render);
}

/** How many characters a reader sees. */
export function countGraphemes(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...GRAPHEMES.segment(text)].length;
}

type Line = readonly Piece[];

/** As many subtitles, or fewer, as lines of pieces; a text that fits on one line stays there. */
function cutInto(pieces: readonly Piece[], cueCount: number): Line[][] {
  const inOne = wrap(pieces, LINE_LENGTH);
  const lines = inOne.length === 1 && cueCount === 1 ? inOne : balance(pieces, cueCount * LINES_PER_CUE);
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CUE) }, (_, cue) =>
    lines.slice(cue * LINES_PER_CUE, (cue + 1) * LINES_PER_CUE),
  );
}

/** The narrowest lines that still fit: equal parts deserve equal time. */
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

/** A name is not broken where it fits on a line. */
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
