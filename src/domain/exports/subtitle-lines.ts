import { piecesOfUnspaced, WRITTEN_WITHOUT_SPACES } from '../tokens.ts';
import { NOT_FIRST, NOT_LAST } from './line-pieces.ts';

/** The maximum length of a line of a subtitle (`readingLength`), and of lines per subtitle. */
export const LINE_LENGTH = 42;
export const LINES_PER_CUE = 2;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** ASCII, kana, ideographs and Hangul syllables, of which each is a grapheme: a segmenter for each word costs a hundred times as much. */
const STANDALONE =
  /^[\x20-\x7e\u3000-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
/** Characters that are as wide as two letters, and say about as much (the East Asian Wide ones, without pictures). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const ALL_WIDE = new RegExp(WIDE.source, 'gu');

/** Particles and endings of Japanese, which a dictionary divides from the word before them; and that word, up to this length. */
const ENDING = /^\p{Script=Hiragana}+$/u;
const MAY_HAVE_ENDING = /^(?=.*[\p{Script=Han}\p{Script=Katakana}]).*[\p{L}」』]$/u;
const MAX_STEM = 16;

interface Measured {
  text: string;
  length: number;
}

/** A piece of text that is kept on one line, and whether a space precedes it. */
interface Piece extends Measured {
  spaced: boolean;
}

/**
 * Cuts a text into subtitles of at most two lines of 42 letters, or 21 Chinese, Japanese or Korean characters, all about equally long. A
 * lead, such as a speaker's name, goes before the first one. The text is cut as if the lead were not there, or into one more subtitle if
 * there is no room for the lead.
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

/** How much there is to read: the number of characters that a reader sees (graphemes), in which a Chinese, Japanese or Korean one counts as two letters. */
export function readingLength(text: string): number {
  if (STANDALONE.test(text)) return text.length + (text.match(ALL_WIDE)?.length ?? 0);
  let length = 0;
  for (const { segment } of GRAPHEMES.segment(text)) length += lengthOfGrapheme(segment);
  return length;
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
function breakToken(token: string): Measured[] {
  if (readingLength(token) <= LINE_LENGTH && !WRITTEN_WITHOUT_SPACES.test(token)) return [measured(token)];
  const parts: Measured[] = [];
  for (const piece of piecesOfUnspaced(token)) {
    const { part } = piece;
    const last = parts.at(-1);
    if (last && last.length < LINE_LENGTH && isBound(last, piece))
      parts.splice(-1, 1, ...cutHard(last.text + part));
    else parts.push(...cutHard(part));
  }
  return parts;
}

/** Whether a piece stays with what is before it: no line begins with a full stop or an ending of Japanese, or ends with an opening bracket. */
function isBound(last: Measured, { part, isWordLike }: ReturnType<typeof piecesOfUnspaced>[number]): boolean {
  if (NOT_FIRST.test(part) || NOT_LAST.test(last.text)) return true;
  if (!isWordLike) return !NOT_LAST.test(part);
  return last.length < MAX_STEM && ENDING.test(part) && MAY_HAVE_ENDING.test(last.text);
}

function cutHard(text: string): Measured[] {
  if (readingLength(text) <= LINE_LENGTH) return [measured(text)];
  const parts: Measured[] = [];
  for (const { segment } of GRAPHEMES.segment(text)) {
    const last = parts.at(-1);
    const length = lengthOfGrapheme(segment);
    if (last && last.length + length <= LINE_LENGTH) {
      last.text += segment;
      last.length += length;
    } else parts.push({ text: segment, length });
  }
  return parts;
}

function lengthOfGrapheme(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : 1;
}

function measured(text: string): Measured {
  return { text, length: readingLength(text) };
}
