import type { Edit } from '#contract/edits.ts';
import { MAX_WORDS_TIMED } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { Span } from '#domain/retime.ts';
import {
  type Surroundings,
  setTimes,
  type TimedPassage,
  type TimesRefusal,
  type TimesSet,
} from '#domain/set-times.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import { withWords } from '#web/player/with-words.ts';

/** A passage of the text with what is beside it. */
export interface TimesContext {
  segment: TimestampedSegment;
  passage: TimedPassage;
  previous: TimestampedSegment | null;
  next: TimestampedSegment | null;
  around: Surroundings<TimedPassage>;
}

/** Times that are set and not saved yet, in milliseconds; null where a border is as it was. Those of words by index. */
export interface TimesDraft {
  start: number | null;
  end: number | null;
  words: ReadonlyMap<number, Span>;
}

export type Border = 'start' | 'end';

/** A border of the passage, or of one of its words. */
export interface Place {
  /** The index of the word; null for the passage. */
  word: number | null;
  border: Border;
}

export const UNCHANGED: TimesDraft = { start: null, end: null, words: new Map() };

const SEARCH_STEPS = 20;

/** The passage and what is beside it; null if it is not in the text. Takes time with the number of passages. */
export function contextOf(
  segments: readonly TimestampedSegment[],
  segmentId: number,
  { words, duration }: { words: WordsOfSegments | undefined; duration: number | null },
): TimesContext | null {
  const index = segments.findIndex(({ id }) => id === segmentId);
  const segment = segments[index];
  if (!segment) return null;
  const previous = segments[index - 1] ?? null;
  const next = segments[index + 1] ?? null;
  const later = segments[index + 2];
  const timed = (each: TimestampedSegment) => timedPassage(each, words);
  return {
    segment,
    passage: timed(segment),
    previous,
    next,
    around: {
      previous: previous && timed(previous),
      next: next && timed(next),
      earlierEndMs: latestEnd(segments.slice(0, Math.max(0, index - 1))),
      laterStartMs: later ? toMs(later.start) : null,
      durationMs: duration === null ? null : toMs(duration),
    },
  };
}

/** The times as they would be saved, or why they cannot be. With `isAlong`, borders of neighbors go along. */
export function placeDraft(
  { passage, around }: TimesContext,
  draft: TimesDraft,
  isAlong: boolean,
): TimesSet<TimedPassage> | { refused: TimesRefusal } {
  const span = spanOf(passage, draft);
  return setTimes(
    passage,
    {
      ...span,
      words: [...draft.words].map(([index, word]) => ({ index, ...word })),
      movesPrevious: isAlong && goesAlong(passage.startMs, span.startMs, around.previous?.endMs ?? null, -1),
      movesNext: isAlong && goesAlong(passage.endMs, span.endMs, around.next?.startMs ?? null, 1),
    },
    around,
  );
}

/** The draft with one border at another time, whether that is allowed or not. */
export function withBorder(
  draft: TimesDraft,
  { word, border }: Place,
  to: { ms: number; now: Span },
): TimesDraft {
  if (word === null) return { ...draft, [border]: to.ms };
  const { startMs, endMs } = to.now;
  const span = border === 'start' ? { startMs: to.ms, endMs } : { startMs, endMs: to.ms };
  return { ...draft, words: new Map([...draft.words, [word, span]]) };
}

/**
 * The draft with one border as near to a time as is allowed: the border stops where `setTimes` refuses. The draft as it was if it is
 * refused already.
 */
export function draggedTo(
  context: TimesContext,
  draft: TimesDraft,
  { place, ms, isAlong }: { place: Place; ms: number; isAlong: boolean },
): TimesDraft {
  const now = shownSpan(context, draft, { word: place.word, isAlong });
  const at = (time: number) => withBorder(draft, place, { ms: time, now });
  const isAllowed = (time: number) => !('refused' in placeDraft(context, at(time), isAlong));
  if (isAllowed(ms)) return at(ms);
  let allowed = place.border === 'start' ? now.startMs : now.endMs;
  let refused = ms;
  if (!isAllowed(allowed)) return draft;
  for (let step = 0; step < SEARCH_STEPS && Math.abs(refused - allowed) > 1; step += 1) {
    const middle = Math.round((allowed + refused) / 2);
    if (isAllowed(middle)) allowed = middle;
    else refused = middle;
  }
  return at(allowed);
}

/** The times of the passage or of a word as they are shown. */
export function shownSpan(
  context: TimesContext,
  draft: TimesDraft,
  { word, isAlong }: { word: number | null; isAlong: boolean },
): Span {
  const placed = placeDraft(context, draft, isAlong);
  const passage = 'refused' in placed ? context.passage : placed.passage;
  if (word === null) return spanOf(context.passage, draft);
  const { startMs, endMs } = draft.words.get(word) ?? passage.words[word] ?? passage;
  return { startMs, endMs };
}

/** Whether saving would change anything. */
export function isChanged({ passage }: TimesContext, draft: TimesDraft): boolean {
  const { startMs, endMs } = spanOf(passage, draft);
  if (startMs !== passage.startMs || endMs !== passage.endMs) return true;
  return [...draft.words].some(([index, word]) => {
    const before = passage.words[index];
    return before?.startMs !== word.startMs || before.endMs !== word.endMs;
  });
}

/** Whether a draft begun on one state of the passage means the same on another: its times, and its words if some are set, are as they were. */
export function isSameBase(before: TimesContext, now: TimesContext, draft: TimesDraft): boolean {
  const [one, other] = [before.passage, now.passage];
  if (one.startMs !== other.startMs || one.endMs !== other.endMs) return false;
  if (draft.words.size === 0) return true;
  return (
    one.words.length === other.words.length &&
    one.words.every(({ text }, index) => text === other.words[index]?.text)
  );
}

/** The draft without the times of words that are others on the present state of the passage. */
export function withWordsOf(draft: TimesDraft, before: TimesContext, now: TimesContext): TimesDraft {
  const isSame = (index: number) => before.passage.words[index]?.text === now.passage.words[index]?.text;
  return { ...draft, words: new Map([...draft.words].filter(([index]) => isSame(index))) };
}

/** The edit that saves a draft, of the segment at this revision. */
export function timesEdit(
  context: TimesContext,
  draft: TimesDraft,
  { revision, isAlong }: { revision: number; isAlong: boolean },
): Extract<Edit, { kind: 'times' }> {
  const { startMs, endMs } = spanOf(context.passage, draft);
  const placed = placeDraft(context, draft, isAlong);
  const moved = 'refused' in placed ? { previous: null, next: null } : placed;
  const { previous, next } = context;
  const words = [...draft.words].slice(0, MAX_WORDS_TIMED).map(([index, word]) => ({
    index,
    start: word.startMs / 1000,
    end: word.endMs / 1000,
  }));
  return {
    kind: 'times',
    segment: { id: context.segment.id, revision },
    start: startMs / 1000,
    end: endMs / 1000,
    ...(words.length > 0 ? { words } : {}),
    ...(moved.previous && previous ? { previous: refOf(previous) } : {}),
    ...(moved.next && next ? { next: refOf(next) } : {}),
  };
}

/** The word at a place in the text; the first one if none is there. */
export function wordAtTime({ words }: TimedPassage, ms: number): number {
  return Math.max(
    0,
    words.findLastIndex(({ startMs }) => startMs <= ms),
  );
}

/** Milliseconds from seconds over HTTP. */
export const toMs = (seconds: number) => Math.round(seconds * 1000);

/**
 * Whether the border of a neighbor goes along: if it is at the same time as the border that moves, or if that reaches into the neighbor. A
 * pause between the two stays one. `side` is -1 for the neighbor before, and 1 for the one after.
 */
function goesAlong(before: number, now: number, neighbor: number | null, side: -1 | 1): boolean {
  if (neighbor === null || now === before) return false;
  return neighbor === before || (now - neighbor) * side > Math.max(0, (before - neighbor) * side);
}

function spanOf({ startMs, endMs }: Span, { start, end }: TimesDraft): Span {
  return { startMs: start ?? startMs, endMs: end ?? endMs };
}

function timedPassage(segment: TimestampedSegment, words: WordsOfSegments | undefined): TimedPassage {
  return {
    startMs: toMs(segment.start),
    endMs: toMs(segment.end),
    timing: segment.timing,
    words: withWords(segment, words).words.map(([text, start, end, confidence]) => ({
      text,
      startMs: toMs(start),
      endMs: toMs(end),
      confidence,
    })),
  };
}

function latestEnd(segments: readonly TimestampedSegment[]): number {
  return segments.reduce((ms, { end }) => Math.max(ms, toMs(end)), 0);
}

const refOf = ({ id, revision }: TimestampedSegment) => ({ id, revision });
