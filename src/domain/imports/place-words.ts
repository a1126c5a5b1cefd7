import type { Segment, Word } from '#contract/segments.ts';
import { alignLongLists, type Pair } from '../alignment.ts';
import { bareWord } from '../retime.ts';
import { type SpokenWord, segmentsOfWords } from '../segmentation.ts';
import { formatTime } from '../timecode.ts';
import { inOrder } from '../word-order.ts';

/** A text with the times at which its words were heard. */
export interface PlacedText {
  segments: Segment[];
  /** Words that were not heard; they have estimated times and no confidence, so they are among the words to check. */
  unplacedWords: number;
  words: number;
  /** The share of the text's words that were heard in a row of three or more: chance gives next to none. */
  fit: number;
  /** By how much the file's times are later than what was heard, in milliseconds: the median; null if too few words were found. */
  lateMs: number | null;
  notes: string[];
}

/** Matches of so many words in a row are no chance. */
const ROW = 3;
/** A lone match further away from the next ones than this is probably chance: 'the' is everywhere. */
const LONELY = 4;
/** Up to this many words between two that were heard, others stand for them: heard wrong, or written in another way. */
const MOST_REPLACED = 8;
const MOST_STRETCHED = 3;
/** Up to this many words between two that were heard were only missed by the recogniser, if there is time for them. */
const MOST_MISSED = 3;
/** A word that was not heard takes this long at least, if there is room, and this long at most. */
const LEAST_WORD_MS = 80;
const MOST_PER_CHARACTER_MS = 120;
/** Speech of this length that the text leaves out is told. */
const LEFT_OUT_MS = 30_000;
const LEFT_OUT_TOLD = 3;
const ENOUGH_PAIRS = 20;

/**
 * Gives the words of a text the times at which a recogniser heard them (forced by its words). Words that were heard keep the times of
 * their twins, what lies between shares the time between. With `keepSegments` each segment stays one, else the text is divided anew at
 * sentences and pauses.
 */
export function placeWords(
  segments: readonly Segment[],
  heard: readonly Word[],
  { keepSegments, durationMs }: { keepSegments: boolean; durationMs: number },
): PlacedText {
  const given = segments.flatMap(({ words, speaker }, segment) =>
    words.map((word) => ({ ...word, speaker, segment })),
  );
  const sound = heard.filter(({ text }) => bareWord(text) !== '');
  const pairs = withoutChance(
    alignLongLists(
      given.map(({ text }) => bareWord(text) || text),
      sound.map(({ text }) => bareWord(text)),
    ),
  );
  const { words, isPlaced } = timeBetween(given, sound, pairs, durationMs);
  const inRow = pairs.filter((_, index) => rowLength(pairs, index) >= ROW).length;
  const spoken = inOrder(
    words.map((word, index) => ({
      ...word,
      speaker: given[index]?.speaker ?? '',
      timing: 'measured' as const,
    })),
    Math.max(durationMs, words.at(-1)?.endMs ?? 0),
  );
  return {
    segments: keepSegments ? segmentsAsGiven(segments, spoken) : segmentsOfWords(spoken),
    words: given.length,
    unplacedWords: isPlaced.filter((each) => !each).length,
    fit: given.length === 0 ? 0 : inRow / given.length,
    lateMs: medianLateness(pairs, given, sound),
    notes: leftOut(pairs, sound),
  };
}

function isNext(pair: Pair | undefined, next: Pair | undefined): boolean {
  return pair !== undefined && next?.before === pair.before + 1 && next.after === pair.after + 1;
}

/** How many pairs stand in a row with this one, up to ROW on each side. */
function rowLength(pairs: readonly Pair[], index: number): number {
  let length = 1;
  for (let at = index; length < ROW && isNext(pairs[at], pairs[at + 1]); at += 1) length += 1;
  for (let at = index; length < ROW && isNext(pairs[at - 1], pairs[at]); at -= 1) length += 1;
  return length;
}

function withoutChance(pairs: readonly Pair[]): Pair[] {
  const isNear = (a: Pair | undefined, b: Pair | undefined) =>
    a !== undefined && b !== undefined && Math.max(b.before - a.before, b.after - a.after) <= LONELY;
  return pairs.filter(
    (pair, index) =>
      rowLength(pairs, index) >= ROW || isNear(pairs[index - 1], pair) || isNear(pair, pairs[index + 1]),
  );
}

/** Times for all words; those between two pairs share what was heard there, or the silence. */
function timeBetween(
  given: readonly Word[],
  heard: readonly Word[],
  pairs: readonly Pair[],
  durationMs: number,
): { words: Word[]; isPlaced: boolean[] } {
  const words: Word[] = [];
  const isPlaced: boolean[] = [];
  let from: Pair = { before: 0, after: 0 };
  for (const pair of [...pairs, { before: given.length, after: heard.length }]) {
    const tokens = given.slice(from.before, pair.before);
    const between = heard.slice(from.after, pair.after);
    const gap = {
      startMs: heard[from.after - 1]?.endMs ?? 0,
      endMs: heard[pair.after]?.startMs ?? Math.max(durationMs, heard.at(-1)?.endMs ?? 0),
    };
    const isReplaced =
      between.length > 0 &&
      between.length <= MOST_REPLACED &&
      tokens.length <= MOST_REPLACED &&
      Math.max(lengthOf(tokens), lengthOf(between)) <=
        MOST_STRETCHED * Math.min(lengthOf(tokens), lengthOf(between));
    const isAtEdge = from.before === 0 ? 'start' : pair.before === given.length ? 'end' : null;
    const timed = isReplaced ? spread(tokens, between) : fill(tokens, gap, isAtEdge);
    const isMissed =
      isAtEdge === null &&
      tokens.length <= MOST_MISSED &&
      gap.endMs - gap.startMs >= tokens.length * LEAST_WORD_MS;
    const isKnown = isReplaced || isMissed;
    // One by one: there may be hundreds of thousands where nothing was heard, more than a call takes.
    for (const word of timed) {
      words.push({ ...word, confidence: isKnown ? null : 0 });
      isPlaced.push(isKnown);
    }
    const [twin, own] = [heard[pair.after], given[pair.before]];
    if (twin && own) {
      words.push({ text: own.text, startMs: twin.startMs, endMs: twin.endMs, confidence: null });
      isPlaced.push(true);
    }
    from = { before: pair.before + 1, after: pair.after + 1 };
  }
  return { words, isPlaced };
}

function lengthOf(words: readonly Pick<Word, 'text'>[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** Words in place of those that were heard: each begins where the same share of the letters has been said, without the silences. */
function spread(tokens: readonly Word[], heard: readonly Word[]): Word[] {
  if (tokens.length === heard.length)
    return tokens.map((token, index) => ({ ...token, ...timesOf(heard[index] ?? token) }));
  const [total, all] = [lengthOf(tokens), lengthOf(heard)];
  const timeAt = (share: number, isEnd: boolean): number => {
    let left = share * all;
    for (const { text, startMs, endMs } of heard) {
      if (left < text.length || (isEnd && left === text.length))
        return Math.round(startMs + ((endMs - startMs) * left) / text.length);
      left -= text.length;
    }
    return heard.at(-1)?.endMs ?? 0;
  };
  let before = 0;
  return tokens.map((token) => {
    const startMs = timeAt(before / total, false);
    before += token.text.length;
    return { ...token, startMs, endMs: Math.max(startMs, timeAt(before / total, true)) };
  });
}

function timesOf({ startMs, endMs }: Word): Pick<Word, 'startMs' | 'endMs'> {
  return { startMs, endMs };
}

/** Words where nothing like them was heard: by length between the neighbours, at the edges of the text close to the neighbour that there is. */
function fill(
  tokens: readonly Word[],
  { startMs, endMs }: { startMs: number; endMs: number },
  edge: 'start' | 'end' | null,
): Word[] {
  const total = lengthOf(tokens);
  const wishedMs = Math.max(tokens.length * LEAST_WORD_MS, total * MOST_PER_CHARACTER_MS);
  const lengthMs = Math.max(0, Math.min(endMs - startMs, wishedMs));
  const fromMs = edge === 'start' ? Math.max(startMs, endMs - lengthMs) : startMs;
  let before = 0;
  return tokens.map((token) => {
    const from = fromMs + Math.round((lengthMs * before) / Math.max(1, total));
    before += token.text.length;
    return { ...token, startMs: from, endMs: fromMs + Math.round((lengthMs * before) / Math.max(1, total)) };
  });
}

function segmentsAsGiven(segments: readonly Segment[], words: readonly SpokenWord[]): Segment[] {
  let at = 0;
  return segments.map((segment) => {
    const own = words.slice(at, at + segment.words.length);
    at += segment.words.length;
    return {
      ...segment,
      startMs: own[0]?.startMs ?? 0,
      endMs: own.at(-1)?.endMs ?? 0,
      words: own.map(({ text, startMs, endMs, confidence }) => ({ text, startMs, endMs, confidence })),
      timing: 'measured',
    };
  });
}

function medianLateness(
  pairs: readonly Pair[],
  given: readonly Word[],
  heard: readonly Word[],
): number | null {
  const late = pairs
    .filter((_, index) => rowLength(pairs, index) >= ROW)
    .map(({ before, after }) => (given[before]?.startMs ?? 0) - (heard[after]?.startMs ?? 0))
    .sort((a, b) => a - b);
  return late.length < ENOUGH_PAIRS ? null : (late[Math.floor(late.length / 2)] ?? null);
}

/** Where somebody speaks for long and the text has nothing. */
function leftOut(pairs: readonly Pair[], heard: readonly Word[]): string[] {
  const gaps: { startMs: number; endMs: number }[] = [];
  let from: Pair = { before: -1, after: -1 };
  for (const pair of [...pairs, { before: 0, after: heard.length }]) {
    const [first, last] = [heard[from.after + 1], heard[pair.after - 1]];
    const isGap = pair.after - from.after > 1 && pair.before - from.before <= MOST_REPLACED;
    if (isGap && first && last && last.endMs - first.startMs >= LEFT_OUT_MS)
      gaps.push({ startMs: first.startMs, endMs: last.endMs });
    from = pair;
  }
  return gaps
    .slice(0, LEFT_OUT_TOLD)
    .map(
      ({ startMs, endMs }) =>
        `From ${formatTime(startMs / 1000)} to ${formatTime(endMs / 1000)} something is said that the text does not have.`,
    );
}
