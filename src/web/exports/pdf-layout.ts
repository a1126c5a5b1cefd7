import { type FontKey, fontRuns } from '#domain/exports/font-runs.ts';
import { characterPieces, type LinePiece, linePieces } from '#domain/exports/line-pieces.ts';
import { bidiLevels, type Direction, directionOf, visualOrder } from './bidi.ts';

/** A piece of text in one style. */
export interface StyledText {
  text: string;
  /** In points. */
  size: number;
  /** Six hexadecimal digits. */
  color: string;
  isBold: boolean;
}

/** A piece of text in one style, font and direction, ready to be drawn. */
export interface Run extends StyledText {
  font: FontKey;
  /** Bidirectional level; odd ones read from right to left. */
  level: number;
}

export interface Line {
  /** From left to right. */
  runs: Run[];
  /** In points. */
  width: number;
  direction: Direction;
}

/** Returns the width of a run, in points. */
export type Measure = (run: Run) => number;

/** The room for a paragraph, in points, and its language: null if its letters decide the direction. */
interface ParagraphFrame {
  width: number;
  language: string | null;
}

/** Breaks a paragraph into lines that fit into its frame, and orders the runs of each line from left to right. */
export function layOutParagraph(
  parts: readonly StyledText[],
  { width, language }: ParagraphFrame,
  measure: Measure,
): Line[] {
  const text = parts.map((part) => part.text).join('');
  const direction = directionOf(text, language);
  const runs = runsOf(parts, bidiLevels(text, direction));
  const widthOf = (piece: LinePiece) =>
    runsWithin(runs, piece).reduce((sum, { run }) => sum + measure(run), 0);
  return breakLines(text, width, widthOf).map((piece) => {
    const shown = visualOrder(runsWithin(runs, piece).map(({ run }) => run));
    return { runs: shown, width: shown.reduce((sum, run) => sum + measure(run), 0), direction };
  });
}

interface PlacedRun {
  start: number;
  run: Run;
}

/** The paragraph split wherever style, font or direction change, in reading order. */
function runsOf(parts: readonly StyledText[], levels: Uint8Array): PlacedRun[] {
  const runs: PlacedRun[] = [];
  let at = 0;
  for (const part of parts) {
    for (const { font, text } of fontRuns(part.text)) {
      let start = 0;
      for (let end = 1; end <= text.length; end += 1) {
        if (end < text.length && levels[at + end] === levels[at + start]) continue;
        const run = { ...part, font, text: text.slice(start, end), level: levels[at + start] ?? 0 };
        runs.push({ start: at + start, run });
        start = end;
      }
      at += text.length;
    }
  }
  return runs;
}

function runsWithin(runs: readonly PlacedRun[], { start, end }: LinePiece): PlacedRun[] {
  const found: PlacedRun[] = [];
  for (let index = firstAt(runs, start); index < runs.length; index += 1) {
    const placed = runs[index];
    if (!placed || placed.start >= end) break;
    const text = placed.run.text.slice(Math.max(0, start - placed.start), end - placed.start);
    if (text !== '') found.push({ start: Math.max(start, placed.start), run: { ...placed.run, text } });
  }
  return found;
}

/** The last run that begins at or before an offset. */
function firstAt(runs: readonly PlacedRun[], offset: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((runs[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Fills each line with as many pieces as fit, without the spaces at its ends. */
function breakLines(text: string, width: number, widthOf: (piece: LinePiece) => number): LinePiece[] {
  const lines: LinePiece[] = [];
  let used = 0;
  const begin = (piece: LinePiece) => {
    lines.push({ ...piece });
    used = widthOf(piece);
  };
  for (const piece of linePieces(text)) {
    const line = lines.at(-1);
    const gap = line && piece.start > line.end ? widthOf({ start: line.end, end: piece.start }) : 0;
    const pieceWidth = widthOf(piece);
    if (line && used + gap + pieceWidth <= width) {
      line.end = piece.end;
      used += gap + pieceWidth;
    } else if (pieceWidth <= width) {
      begin(piece);
    } else {
      for (const part of cutToWidth(characterPieces(text, piece), width, widthOf)) begin(part);
    }
  }
  return lines;
}

/** Splits a word that is longer than a line. Measures each part as a whole, because joined letters differ in width from single ones. */
function cutToWidth(
  characters: readonly LinePiece[],
  width: number,
  widthOf: (piece: LinePiece) => number,
): LinePiece[] {
  const parts: LinePiece[] = [];
  for (const { start, end } of characters) {
    const last = parts.at(-1);
    if (last && widthOf({ start: last.start, end }) <= width) last.end = end;
    else parts.push({ start, end });
  }
  return parts;
}
