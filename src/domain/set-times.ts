import { MIN_PASSAGE_MS, MIN_WORD_MS } from '#contract/limits.ts';
import type { Segment, Word } from '#contract/segments.ts';
import type { Span } from './retime.ts';

/** A passage whose times can be set. */
export type TimedPassage = Pick<Segment, 'startMs' | 'endMs' | 'words' | 'timing'>;

/** The passages around one, in the order of the text, and the recording. */
export interface Surroundings<Passage extends TimedPassage> {
  previous: Passage | null;
  next: Passage | null;
  /** The latest end of those before the previous one; 0 if there are none. */
  earlierEndMs: number;
  /** The start of the one after the next; null if there is none. */
  laterStartMs: number | null;
  /** The length of the recording; null if it is not known. */
  durationMs: number | null;
}

/** Times that somebody sets, those of words by index. */
export interface WantedTimes extends Span {
  words?: readonly (Span & { index: number })[] | undefined;
  /** Whether the end of the previous passage becomes the start, and the start of the next one the end. */
  movesPrevious: boolean;
  movesNext: boolean;
}

/** Why times cannot be set: the code of the error. */
export type TimesRefusal =
  | 'times_too_short'
  | 'times_beyond_end'
  | 'times_overlap_previous'
  | 'times_overlap_next'
  | 'times_previous_too_short'
  | 'times_next_too_short'
  | 'times_out_of_order'
  | 'word_not_found'
  | 'word_too_short'
  | 'word_outside_passage'
  | 'word_out_of_order'
  | 'cannot_move_neighbor';

/** The passages with their new times; neighbors that do not go along are null. */
export interface TimesSet<Passage extends TimedPassage> {
  passage: Passage;
  previous: Passage | null;
  next: Passage | null;
}

/**
 * Sets the times of a passage and of its words. People may talk at the same time, so what overlaps already may stay as it is; but no
 * times may make an overlap or make one larger, change the order in which passages begin, or go past the end of the recording.
 *
 * Words inside the new borders keep their times; those that would be outside are pressed inside, in order, and none is lost. A word set by
 * hand has exactly the time that it is given. A word beside it gives way as far as its own other border, so that words can be set in any
 * order, and beyond that the time is refused: nothing is pushed on through a whole passage. A passage whose start is set is no longer
 * 'estimated': its start is what is shown as estimated.
 *
 * Takes time with the number of words.
 */
export function setTimes<Passage extends TimedPassage>(
  passage: Passage,
  wanted: WantedTimes,
  around: Surroundings<Passage>,
): TimesSet<Passage> | { refused: TimesRefusal } {
  const refused =
    refusalOfSpan(passage, wanted, around) ??
    refusalOfStart(passage, wanted, around) ??
    refusalOfEnd(passage, wanted, around);
  if (refused) return { refused };
  const { startMs, endMs } = wanted;
  const { previous, next } = around;
  const moved = withSpan(passage, { startMs, endMs });
  const words = placeByHand(moved, wanted.words ?? []);
  if (typeof words === 'string') return { refused: words };
  return {
    passage: { ...moved, words },
    previous: wanted.movesPrevious && previous ? withSpan(previous, { ...previous, endMs: startMs }) : null,
    next: wanted.movesNext && next ? withSpan(next, { ...next, startMs: endMs }) : null,
  };
}

type Refusal = TimesRefusal | null;

function refusalOfSpan(now: Span, wanted: WantedTimes, around: Surroundings<TimedPassage>): Refusal {
  const { startMs, endMs, movesPrevious, movesNext } = wanted;
  if ((movesPrevious && !around.previous) || (movesNext && !around.next)) return 'cannot_move_neighbor';
  const isMoved = startMs !== now.startMs || endMs !== now.endMs;
  if (isMoved && endMs - startMs < MIN_PASSAGE_MS) return 'times_too_short';
  const lastMs = Math.max(around.durationMs ?? Number.POSITIVE_INFINITY, now.endMs);
  return endMs > lastMs ? 'times_beyond_end' : null;
}

function refusalOfStart(now: Span, wanted: WantedTimes, around: Surroundings<TimedPassage>): Refusal {
  const { previous, next, earlierEndMs } = around;
  const { startMs, movesPrevious, movesNext } = wanted;
  if (movesPrevious && previous && startMs - previous.startMs < MIN_PASSAGE_MS)
    return 'times_previous_too_short';
  if (previous && startMs < Math.min(previous.startMs, now.startMs)) return 'times_out_of_order';
  if (!movesNext && next && startMs > Math.max(next.startMs, now.startMs)) return 'times_out_of_order';
  const reachMs = Math.max(earlierEndMs, movesPrevious ? 0 : (previous?.endMs ?? 0));
  return startMs < Math.min(reachMs, now.startMs) ? 'times_overlap_previous' : null;
}

function refusalOfEnd(now: Span, wanted: WantedTimes, around: Surroundings<TimedPassage>): Refusal {
  const { previous, next, earlierEndMs, laterStartMs } = around;
  const { endMs, movesPrevious, movesNext } = wanted;
  if (!next) return null;
  if (!movesNext) return endMs > Math.max(next.startMs, now.endMs) ? 'times_overlap_next' : null;
  if (next.endMs - endMs < MIN_PASSAGE_MS) return 'times_next_too_short';
  if (endMs > Math.max(laterStartMs ?? Number.POSITIVE_INFINITY, next.startMs)) return 'times_overlap_next';
  const reachMs = Math.max(earlierEndMs, movesPrevious ? 0 : (previous?.endMs ?? 0));
  return endMs < Math.min(reachMs, next.startMs) ? 'times_overlap_previous' : null;
}

function withSpan<Passage extends TimedPassage>(passage: Passage, { startMs, endMs }: Span): Passage {
  const timing = startMs === passage.startMs ? passage.timing : 'measured';
  return { ...passage, startMs, endMs, timing, words: pressInto(passage.words, { startMs, endMs }) };
}

/**
 * The words with times inside a span. Those that begin before it share what the last of them has left in it, or else the time until the next
 * word; those that end after it likewise.
 */
function pressInto(words: readonly Word[], span: Span): Word[] {
  const within = (ms: number) => Math.min(span.endMs, Math.max(span.startMs, ms));
  let first = 0;
  while (isBefore(words[first], span)) first += 1;
  let last = words.length;
  while (last > first && isAfter(words[last - 1], span)) last -= 1;
  const early = words.slice(0, first);
  const late = words.slice(last);
  const untilMs = within(words[first]?.startMs ?? span.endMs);
  const leftMs = within(latestEnd(early));
  const begun = share(early, {
    startMs: span.startMs,
    endMs: leftMs > span.startMs ? Math.min(leftMs, untilMs) : untilMs,
  });
  const middle = words.slice(first, last).map((word) => ({
    ...word,
    startMs: within(word.startMs),
    endMs: within(word.endMs),
  }));
  const fromMs = middle.at(-1)?.endMs ?? begun.at(-1)?.endMs ?? span.startMs;
  const beginMs = within(earliestStart(late));
  const ended = share(late, {
    startMs: beginMs < span.endMs ? Math.max(beginMs, fromMs) : fromMs,
    endMs: span.endMs,
  });
  return [...begun, ...middle, ...ended];
}

const isBefore = (word: Word | undefined, { startMs }: Span) => word !== undefined && word.startMs < startMs;
const isAfter = (word: Word | undefined, { endMs }: Span) => word !== undefined && word.endMs > endMs;
const latestEnd = (words: readonly Word[]) => words.reduce((ms, { endMs }) => Math.max(ms, endMs), 0);
const earliestStart = (words: readonly Word[]) =>
  words.reduce((ms, { startMs }) => Math.min(ms, startMs), Number.POSITIVE_INFINITY);

/** Divides a time range among words in proportion to their length. */
function share(words: readonly Word[], { startMs, endMs }: Span): Word[] {
  const lengthOf = ({ text }: Word) => Math.max(1, text.length);
  const total = words.reduce((sum, word) => sum + lengthOf(word), 0);
  let before = 0;
  const timeAt = (length: number) => startMs + Math.round(((endMs - startMs) * length) / total);
  return words.map((word) => {
    const from = timeAt(before);
    before += lengthOf(word);
    return { ...word, startMs: from, endMs: timeAt(before) };
  });
}

function placeByHand(
  { words, ...span }: TimedPassage,
  wanted: readonly (Span & { index: number })[],
): Word[] | TimesRefusal {
  const placed = [...words];
  const byHand = new Set(wanted.map(({ index }) => index));
  for (const { index, startMs, endMs } of wanted) {
    const word = words[index];
    if (!word) return 'word_not_found';
    if (endMs - startMs < MIN_WORD_MS) return 'word_too_short';
    if (startMs < span.startMs || endMs > span.endMs) return 'word_outside_passage';
    placed[index] = { ...word, startMs, endMs };
  }
  for (const index of [...byHand].sort((a, b) => a - b)) {
    const isInOrder = makeRoomFor(placed, index, { was: words[index], byHand });
    if (!isInOrder) return 'word_out_of_order';
  }
  return placed;
}

/** Lets the words beside one give way to it, in place; false if one of them would be passed. */
function makeRoomFor(
  placed: Word[],
  index: number,
  { was, byHand }: { was: Word | undefined; byHand: ReadonlySet<number> },
): boolean {
  const [before, word, after] = [placed[index - 1], placed[index], placed[index + 1]];
  if (!word || !was) return false;
  if (before && byHand.has(index - 1)) {
    if (before.endMs > word.startMs) return false;
  } else if (before) {
    // Where people talk at the same time, words of a joined passage may be out of order already.
    if (word.startMs < Math.min(before.startMs, was.startMs)) return false;
    const endMs = Math.max(before.startMs, Math.min(before.endMs, word.startMs));
    placed[index - 1] = { ...before, endMs };
  }
  if (after && !byHand.has(index + 1)) {
    if (word.endMs > Math.max(after.endMs, was.endMs)) return false;
    const startMs = Math.min(after.endMs, Math.max(after.startMs, word.endMs));
    placed[index + 1] = { ...after, startMs };
  }
  return true;
}
