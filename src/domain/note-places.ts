import { alignLists } from './alignment.ts';
import { firstIndex } from './first-index.ts';
import {
  type FoundPart,
  type NotePart,
  type PlacedTerm,
  placeTerms,
  type TextSegment,
} from './placed-terms.ts';
import type { Span } from './retime.ts';
import { indexSaidWords, type SaidWords, type Stretch, stretchOf } from './said-words.ts';
import { isStopWord } from './stop-words.ts';
import { splitForComparison } from './terms.ts';

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

/** Between the stretches of two segments in a quote. */
const SEPARATOR = ' ';
/** Words keep their times however a text is edited, unless somebody sets them. */
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
/** The largest table for comparing two words by letters, and the most words that a quote is compared with: more are said at no time that people speak in. */
const MAX_LETTER_PAIRS = 2500;
const MAX_WORDS_COMPARED = 1000;

/** The place of a note whose segments nobody has changed since; null if somebody has. `revisions` maps segments to revisions. */
export function unchangedPlace(
  { quote, parts, startMs, endMs }: NoteAnchor,
  revisions: ReadonlyMap<number, number>,
): NotePlace | null {
  const isSame = parts.every(({ segment }) => revisions.get(segment.id) === segment.revision);
  return isSame ? { state: 'same', parts: partsOf({ quote, parts }), startMs, endMs } : null;
}

function partsOf({ quote, parts }: Pick<NoteAnchor, 'quote' | 'parts'>): FoundPart[] {
  let at = 0;
  return parts.map((part) => {
    const text = quote.slice(at, at + part.end - part.start);
    at += text.length + SEPARATOR.length;
    return { ...part, text };
  });
}

/** The quote of a new note, from the texts of its stretches. */
export function joinQuote(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** The times that `createNoteFinder` must know the segments of, to find a note's words. */
export function timesToSearch(anchor: Span): Span {
  return { startMs: anchor.startMs - UNMISTAKABLE_SLACK_MS, endMs: anchor.endMs + UNMISTAKABLE_SLACK_MS };
}

/**
 * Returns a function that finds the words of a note in a text that was edited, split, joined or transcribed again: the same words near the
 * same time; else the same words at their place in the same segments, whose times somebody has set; else what is left of them at that time, if
 * that is at least half; else the words are gone. `segments` are in order, and may
 * be those within `timesToSearch` and the note's own only. Preparing takes time with the text, each note with the words that are said around its time.
 */
export function createNoteFinder(
  segments: readonly TextSegment[],
  { version }: { version: number },
): (anchor: NoteAnchor) => NotePlace {
  const said = indexSaidWords(segments);
  const atOffsets = findAtOffsets(segments);
  return (anchor) => {
    const wanted = splitForComparison(anchor.quote).map(({ word }) => word);
    const isSameText = anchor.version === version;
    const slackMs = isSameText ? SLACK_IN_SAME_TEXT_MS : SLACK_IN_OTHER_TEXT_MS;
    const within = timesToSearch(anchor);
    const [same] = said.phrases(wanted, { startMs: anchor.startMs, slackMs, within });
    if (same) return { state: 'same', ...same };
    const still = isSameText ? atOffsets(anchor) : null;
    if (still) return { state: 'same', ...still };
    const near = said.around(MAX_WORDS_COMPARED, { startMs: anchor.startMs, within });
    const changed = findChanged(near, wanted, { anchor, slackMs });
    if (changed) return { state: 'changed', ...changed };
    const only = isSameText || wanted.length < UNMISTAKABLE_WORDS ? null : onlyPlace(said, wanted, anchor);
    if (only) return { state: 'same', ...only };
    return { state: 'gone', parts: [], startMs: anchor.startMs, endMs: anchor.endMs };
  };
}

/** The times of a stretch: from the start of its first word to the end of its last one. */
export function timesOfStretch(
  parts: readonly { segment: TextSegment; start: number; end: number }[],
): Span | null {
  const terms = parts.flatMap(({ segment, start, end }) => placeTerms(segment, { start, end }));
  const [first] = terms;
  const last = terms.at(-1);
  return first && last ? { startMs: first.startMs, endMs: Math.max(first.startMs, last.endMs) } : null;
}

interface Near {
  anchor: Span;
  slackMs: number;
}

/** The only place where a phrase is said around the time of a note; null if it is said twice or not at all. */
function onlyPlace(said: SaidWords, wanted: readonly string[], anchor: Span): Stretch | null {
  const within = timesToSearch(anchor);
  const [only, other] = said.phrases(wanted, {
    startMs: anchor.startMs,
    slackMs: UNMISTAKABLE_SLACK_MS,
    within,
  });
  return only && !other ? only : null;
}

/** Returns a function that gives the words of a note where they were in their segments, at the times that these have now; null if they are not there. */
function findAtOffsets(segments: readonly TextSegment[]): (anchor: NoteAnchor) => Stretch | null {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const known = new Map<TextSegment, PlacedTerm[]>();
  const termsOf = (segment: TextSegment) => {
    const terms = known.get(segment) ?? placeTerms(segment);
    known.set(segment, terms);
    return terms;
  };
  return (anchor) => {
    const found: PlacedTerm[] = [];
    for (const {
      segment: { id },
      start,
      end,
      text,
    } of partsOf(anchor)) {
      const segment = byId.get(id);
      if (segment?.text.slice(start, end) !== text) return null;
      const terms = termsOf(segment);
      const from = firstIndex(terms, (term) => term.end > start);
      const within = terms.slice(
        from,
        firstIndex(terms, (term) => term.start >= end),
      );
      // A word that was made longer is another word.
      if (within.some((term) => term.start < start || term.end > end)) return null;
      found.push(...within);
    }
    return stretchOf(found);
  };
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
  return 2 * alignLists([...one], [...other], MAX_LETTER_PAIRS).length >= SIMILAR * length;
}

function weightOf(word: string): number {
  return isStopWord(word) ? 1 : word.length;
}
