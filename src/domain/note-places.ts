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
  parts: readonly FoundPart[];
}

/** A stretch with its text. */
export interface FoundPart extends NotePart {
  text: string;
}

type TextSegment = Pick<PlacedSegment, 'id' | 'revision' | 'startMs' | 'endMs' | 'text' | 'words'>;

/** A word with its segment and the time at which it is said. */
interface PlacedTerm extends Span {
  word: string;
  segment: TextSegment;
  start: number;
  end: number;
}

/** Between the stretches of two segments in a quote. */
const SEPARATOR = ' ';
/** Words keep their times however a text is edited. */
const SLACK_IN_SAME_TEXT_MS = 0;
/** Two engines time the same word this differently at most. */
const SLACK_IN_OTHER_TEXT_MS = 2000;
/** So many words in the same order, said only once around that time, are the same words even if two engines time them far apart. */
const UNMISTAKABLE_WORDS = 5;
const UNMISTAKABLE_SLACK_MS = 15_000;
/** The share of a quote's words, by weight, that must still be there. */
const SHARE_KEPT = 0.5;
/** From this similarity on, one word is a correction of the other. Only a short quote depends on it. */
const SIMILAR = 0.65;
const MAX_WORDS_CORRECTED = 12;

/** The place of a note whose segments nobody has changed since; null if somebody has. `revisions` maps segments to revisions. */
export function unchangedPlace(
  { quote, parts, startMs, endMs }: NoteAnchor,
  revisions: ReadonlyMap<number, number>,
): NotePlace | null {
  const isSame = parts.every(({ segment }) => revisions.get(segment.id) === segment.revision);
  if (!isSame) return null;
  let at = 0;
  const found = parts.map((part) => {
    const text = quote.slice(at, at + part.end - part.start);
    at += text.length + SEPARATOR.length;
    return { ...part, text };
  });
  return { state: 'same', parts: found, startMs, endMs };
}

/** The quote of a new note, from the texts of its stretches. */
export function joinQuote(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
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
    const isSameText = anchor.version === version;
    const slackMs = isSameText ? SLACK_IN_SAME_TEXT_MS : SLACK_IN_OTHER_TEXT_MS;
    const places = findSame(terms, wanted);
    const same = nearestTo(anchor, places, slackMs);
    if (same) return { state: 'same', ...same };
    const changed = findChanged(terms, wanted, { anchor, slackMs });
    if (changed) return { state: 'changed', ...changed };
    const [only, ...others] = isSameText || wanted.length < UNMISTAKABLE_WORDS ? [] : places;
    if (only && others.length === 0) return { state: 'same', ...only };
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

type Stretch = Pick<NotePlace, 'parts' | 'startMs' | 'endMs'>;

/** Where the same words are said in the same order. */
function findSame(terms: readonly PlacedTerm[], wanted: readonly string[]): Stretch[] {
  const [first] = wanted;
  return terms.flatMap(({ word }, at) => {
    if (word !== first || !wanted.every((one, index) => terms[at + index]?.word === one)) return [];
    return stretchOf(terms.slice(at, at + wanted.length)) ?? [];
  });
}

/** The stretch that begins nearest to a time, within the slack. */
function nearestTo({ startMs }: Span, stretches: readonly Stretch[], slackMs: number): Stretch | undefined {
  const away = (stretch: Stretch) => Math.abs(stretch.startMs - startMs);
  return stretches
    .filter((stretch) => away(stretch) <= slackMs)
    .toSorted((one, other) => away(one) - away(other))[0];
}

interface Near {
  anchor: Span;
  slackMs: number;
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

function stretchOf(terms: readonly PlacedTerm[]): Stretch | null {
  const [first] = terms;
  const last = terms.at(-1);
  if (!first || !last) return null;
  const bySegment = Map.groupBy(terms, ({ segment }) => segment);
  const parts = [...bySegment].map(([{ id, revision, text }, within]): FoundPart => {
    const [start, end] = [within[0]?.start ?? 0, within.at(-1)?.end ?? 0];
    return { segment: { id, revision }, start, end, text: text.slice(start, end) };
  });
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
