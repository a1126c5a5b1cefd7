import type { Word } from '#contract/segments.ts';
import { alignLists } from './alignment.ts';
import type { Span } from './retime.ts';
import type { PlacedSegment } from './segments.ts';
import { isStopWord } from './stop-words.ts';
import { splitForComparison } from './terms.ts';

/** A stretch of one segment at a revision, in UTF-16 offsets, end exclusive. */
export interface NotePart {
  segment: { id: number; revision: number };
  start: number;
  end: number;
}

/** The words to which a note belongs, as they were when it was made. */
export interface NoteAnchor extends Span {
  quote: string;
  parts: readonly NotePart[];
  /** The version of the text: it differs after the recording was transcribed again. */
  version: number;
}

/** Where a note's words are now. 'changed': they have been edited since. 'gone': the times are those of when it was made. */
export interface NotePlace extends Span {
  state: 'same' | 'changed' | 'gone';
  parts: readonly NotePart[];
}

type TextSegment = Pick<PlacedSegment, 'id' | 'revision' | 'startMs' | 'endMs' | 'text' | 'words'>;

/** A word with its segment and the time at which it is said. */
interface PlacedTerm extends Span {
  word: string;
  segment: TextSegment;
  start: number;
  end: number;
}

/** Words keep their times however a text is edited. */
const SLACK_IN_SAME_TEXT_MS = 0;
/** Two engines time the same word this differently at most. */
const SLACK_IN_OTHER_TEXT_MS = 2000;
/** So many words in the same order are the same words even some seconds away. */
const UNMISTAKABLE_WORDS = 4;
const UNMISTAKABLE_SLACK_MS = 15_000;
/** The share of a quote's words, by weight, that must still be there. */
const SHARE_KEPT = 0.5;
/** From this similarity on, one word is a correction of the other. Only a short quote depends on it. */
const SIMILAR = 0.65;
const MAX_WORDS_CORRECTED = 12;

/** The place of a note whose segments nobody has changed since; null if somebody has. `revisions` maps segments to revisions. */
export function unchangedPlace(
  { parts, startMs, endMs }: NoteAnchor,
  revisions: ReadonlyMap<number, number>,
): NotePlace | null {
  const isSame = parts.every(({ segment }) => revisions.get(segment.id) === segment.revision);
  return isSame ? { state: 'same', parts, startMs, endMs } : null;
}

/** The times that `createNoteFinder` must know the segments of, to find a note's words. */
export function timesToSearch(anchor: NoteAnchor): Span {
  return { startMs: anchor.startMs - UNMISTAKABLE_SLACK_MS, endMs: anchor.endMs + UNMISTAKABLE_SLACK_MS };
}

/**
 * Returns a function that finds the words of a note in a text that was edited, split, joined or transcribed again: the same words near the
 * same time; else what is left of them at that time, if that is at least half; else the words are gone. `segments` are in order, and may
 * be those within `timesToSearch` only.
 */
export function createNoteFinder(
  segments: readonly TextSegment[],
  { version }: { version: number },
): (anchor: NoteAnchor) => NotePlace {
  const known = new Map<TextSegment, PlacedTerm[]>();
  const termsOf = (segment: TextSegment) => {
    const terms = known.get(segment) ?? placeTerms(segment);
    known.set(segment, terms);
    return terms;
  };
  return (anchor) => {
    const wanted = splitForComparison(anchor.quote).map(({ word }) => word);
    const near = timesToSearch(anchor);
    const terms = segments
      .filter(({ startMs, endMs }) => startMs <= near.endMs && endMs >= near.startMs)
      .flatMap(termsOf);
    const slackMs = anchor.version === version ? SLACK_IN_SAME_TEXT_MS : SLACK_IN_OTHER_TEXT_MS;
    const same = findSame(terms, wanted, { anchor, slackMs });
    if (same) return { state: 'same', ...same };
    const changed = findChanged(terms, wanted, { anchor, slackMs });
    if (changed) return { state: 'changed', ...changed };
    return { state: 'gone', parts: [], startMs: anchor.startMs, endMs: anchor.endMs };
  };
}

/** The times of a stretch: from the start of its first word to the end of its last one. */
export function timesOfStretch(
  parts: readonly { segment: TextSegment; start: number; end: number }[],
): Span | null {
  const terms = parts.flatMap(({ segment, start, end }) =>
    placeTerms(segment).filter((term) => term.end > start && term.start < end),
  );
  const [first] = terms;
  const last = terms.at(-1);
  return first && last ? { startMs: first.startMs, endMs: Math.max(first.startMs, last.endMs) } : null;
}

interface Near {
  anchor: Span;
  slackMs: number;
}

/** The same words in the same order, nearest to their time. */
function findSame(terms: readonly PlacedTerm[], wanted: readonly string[], { anchor, slackMs }: Near) {
  const reachMs = wanted.length >= UNMISTAKABLE_WORDS ? UNMISTAKABLE_SLACK_MS : slackMs;
  let best: { at: number; awayMs: number } | null = null;
  for (let at = 0; wanted.length > 0 && at + wanted.length <= terms.length; at += 1) {
    const awayMs = Math.abs((terms[at]?.startMs ?? 0) - anchor.startMs);
    if (awayMs > reachMs || (best && awayMs >= best.awayMs)) continue;
    if (wanted.every((word, index) => terms[at + index]?.word === word)) best = { at, awayMs };
  }
  return best && stretchOf(terms.slice(best.at, best.at + wanted.length));
}

/** What is left of the words at their time, with the words that replaced others. */
function findChanged(terms: readonly PlacedTerm[], wanted: readonly string[], { anchor, slackMs }: Near) {
  const isSaidWithin = (term: PlacedTerm | undefined, reachMs: number) => {
    if (!term) return false;
    const middleMs = (term.startMs + term.endMs) / 2;
    return middleMs >= anchor.startMs - reachMs && middleMs <= anchor.endMs + reachMs;
  };
  const near = terms.filter((term) => isSaidWithin(term, slackMs));
  const pairs = alignSimilar(
    wanted,
    near.map(({ word }) => word),
  );
  const [first] = pairs;
  const last = pairs.at(-1);
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0);
  const kept = weigh(pairs.map(({ before }) => wanted[before] ?? ''));
  if (!first || !last || kept < SHARE_KEPT * weigh(wanted)) return null;
  // At the edges, replaced words are those that are said while the old ones were.
  let from = first.after;
  let to = last.after;
  while (first.before > 0 && isSaidWithin(near[from - 1], 0)) from -= 1;
  while (last.before < wanted.length - 1 && isSaidWithin(near[to + 1], 0)) to += 1;
  return stretchOf(near.slice(from, to + 1));
}

/** Aligns two lists of words, where a word also matches its correction. */
function alignSimilar(wanted: readonly string[], near: readonly string[]) {
  if (wanted.length > MAX_WORDS_CORRECTED) return alignLists(wanted, near);
  const corrected = near.map((word) =>
    wanted.includes(word) ? word : (wanted.find((one) => isSimilar(one, word)) ?? word),
  );
  return alignLists(wanted, corrected);
}

function isSimilar(one: string, other: string): boolean {
  const length = one.length + other.length;
  if (2 * Math.min(one.length, other.length) < SIMILAR * length) return false;
  return 2 * alignLists([...one], [...other]).length >= SIMILAR * length;
}

function weightOf(word: string): number {
  return isStopWord(word) ? 1 : word.length;
}

function stretchOf(terms: readonly PlacedTerm[]): Pick<NotePlace, 'parts' | 'startMs' | 'endMs'> | null {
  const [first] = terms;
  const last = terms.at(-1);
  if (!first || !last) return null;
  const parts: NotePart[] = [];
  for (const { segment, start, end } of terms) {
    const part = parts.at(-1);
    if (part?.segment.id === segment.id) part.end = end;
    else parts.push({ segment: { id: segment.id, revision: segment.revision }, start, end });
  }
  return { parts, startMs: first.startMs, endMs: Math.max(first.startMs, last.endMs) };
}

/** The terms of a segment with the times of their words, or with estimated ones if the words are not known. */
function placeTerms(segment: TextSegment): PlacedTerm[] {
  const { text, words } = segment;
  const starts = startsOfWords(text, words);
  let at = 0;
  return splitForComparison(text).map(({ word, start, end }) => {
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    const said = words[at];
    return { word, segment, start, end, ...(said ? spanOf(said) : estimateSpan(segment, { start, end })) };
  });
}

/** The offset of each word in the text; words that are not in the text get the offset of the word before them. */
function startsOfWords(text: string, words: readonly Word[]): number[] {
  let cursor = 0;
  let start = 0;
  return words.map((word) => {
    const wanted = word.text.trim();
    const found = wanted === '' ? -1 : text.indexOf(wanted, cursor);
    if (found >= 0) {
      start = found;
      cursor = found + wanted.length;
    }
    return start;
  });
}

function spanOf({ startMs, endMs }: Span): Span {
  return { startMs, endMs };
}

function estimateSpan(
  { text, startMs, endMs }: TextSegment,
  { start, end }: { start: number; end: number },
): Span {
  const timeAt = (offset: number) => startMs + Math.round(((endMs - startMs) * offset) / text.length);
  return { startMs: timeAt(start), endMs: timeAt(end) };
}
