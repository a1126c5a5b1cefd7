/** One segment of a transcript as far as the analysis needs it; `id` and `revision` say which state of it was read. */
export interface SourceSegment {
  id: number;
  /** Grows with every change of the segment's text or times. */
  revision: number;
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
}

/** A part of a source: the unit that is numbered, searched, sent to a provider and pointed at. */
export interface TextPassage {
  /** Unlike all others of a question. Passages whose numbers follow each other stand beside each other in one source; any others do not. */
  number: number;
  text: string;
}

/** Some whole segments in a row of one speaker. */
export interface Passage extends TextPassage {
  speaker: string;
  startMs: number;
  endMs: number;
  /** The segments' texts, joined by one space. */
  text: string;
  segments: readonly SourceSegment[];
}

/** Some sentences in a row of an article, and where they stand in its text (UTF-16 offsets, end exclusive). */
export interface ArticlePart extends TextPassage {
  start: number;
  end: number;
}

/** The number of the first passage of another source, or of a place further on: so far away that neither is near the other. */
export function numberAfterGap(passages: readonly TextPassage[]): number {
  return (passages.at(-1)?.number ?? 1 - NUMBERS_LEFT_OUT) + NUMBERS_LEFT_OUT;
}

const NUMBERS_LEFT_OUT = 100;

// A passage is what an answer points at: long enough to mean something by itself, short enough that who follows the
// citation hears the words within half a minute. 160 characters are about 28 English words, or 11 seconds of talk.
const ENOUGH_CHARACTERS = 160;
const MAX_CHARACTERS = 480;
/** A silence this long starts a new passage. */
const PAUSE_MS = 8000;

/** Numbered passages of segments that stand in their order, from 1 unless told otherwise. Segments without text are left out; the same segments always give the same numbers. */
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

/** The segments' texts as one text: how a transcript reads without names and times. */
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
