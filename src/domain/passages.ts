/** One segment of a transcript as the analysis needs it; `id` and `revision` identify the state that was read. */
export interface SourceSegment {
  id: number;
  /** Increases with every change of the segment's text or times. */
  revision: number;
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
}

/** A part of a source: the unit that is numbered, searched, sent to a provider and cited. */
export interface TextPassage {
  /** Unique within a question. Two passages are adjacent in a source exactly if their numbers are consecutive. */
  number: number;
  text: string;
}

/** Consecutive whole segments of one speaker. */
export interface Passage extends TextPassage {
  speaker: string;
  startMs: number;
  endMs: number;
  /** The segments' texts, joined by one space. */
  text: string;
  segments: readonly SourceSegment[];
}

/** Consecutive sentences of an article, and their range in its text (UTF-16 offsets, end exclusive). */
export interface ArticlePart extends TextPassage {
  start: number;
  end: number;
}

/** The number for the first passage after a gap or of the next source: far enough from the last one that neither counts as near the other. */
export function numberAfterGap(passages: readonly TextPassage[]): number {
  return (passages.at(-1)?.number ?? 1 - NUMBERS_LEFT_OUT) + NUMBERS_LEFT_OUT;
}

const NUMBERS_LEFT_OUT = 100;

// An answer cites passages. They are long enough to be understood on their own, and short enough that a listener who follows
// a citation hears the words within half a minute. 160 characters are about 28 English words, or 11 seconds of speech.
const ENOUGH_CHARACTERS = 160;
const MAX_CHARACTERS = 480;
/** A silence this long starts a new passage. */
const PAUSE_MS = 8000;

/** Groups segments (in order) into passages, numbered from `firstNumber`. Segments without text are left out. The same segments always give the same numbers. */
export function makePassages(segments: readonly SourceSegment[], firstNumber = 1): Passage[] {
  const groups: SourceSegment[][] = [];
  let characters = 0;
  for (const segment of segments) {
    const length = segment.text.trim().length;
    if (length === 0) continue;
    const group = groups.at(-1);
    if (group && belongsTo(group, segment, characters)) {
      group.push(segment);
      characters += length + 1;
    } else {
      groups.push([segment]);
      characters = length;
    }
  }
  return groups.map((group, at) => toPassage(group, firstNumber + at));
}

/** The segments' texts as one text, without names and times. */
export function joinTexts(segments: readonly Pick<SourceSegment, 'text'>[]): string {
  return segments.map(({ text }) => text.trim()).join(' ');
}

function belongsTo(group: readonly SourceSegment[], segment: SourceSegment, characters: number): boolean {
  const last = group.at(-1);
  return (
    last !== undefined &&
    last.speaker === segment.speaker &&
    characters < ENOUGH_CHARACTERS &&
    characters + segment.text.length < MAX_CHARACTERS &&
    segment.startMs - last.endMs < PAUSE_MS
  );
}

function toPassage(segments: readonly SourceSegment[], number: number): Passage {
  const [first] = segments;
  const startMs = first?.startMs ?? 0;
  return {
    number,
    speaker: first?.speaker ?? '',
    startMs,
    endMs: segments.reduce((latest, { endMs }) => Math.max(latest, endMs), startMs),
    text: joinTexts(segments),
    segments,
  };
}
