import { MEANING_WEIGHT } from './meaning.ts';

/** One word of a question and the places that contain it. A place is a segment or a part of an article. */
export interface WordPlaces {
  /** The word's weight among all places: its `rarityOf`. */
  worth: number;
  /** The word's weight among all sources: how much it matters that a source contains it at all. */
  worthOfSource: number;
  /** For each source (by any key), the places that contain the word, ascending. */
  bySource: ReadonlyMap<string, readonly number[]>;
}

/** A place that fits a question, with its score. Scores are only meaningful relative to each other. */
export interface FoundPlace {
  source: string;
  at: number;
  score: number;
}

/** How the places of a source are weighted. */
export interface PlaceScale {
  /** How many of its places are as long as one passage. */
  perPassage: number;
  /** Its length relative to the average source. */
  size: number;
  /** The source's score from its title alone. */
  worth: number;
}

// As in retrieval.ts: nearby words count too, less with each passage in between.
const DECAY = 0.93;
/** From this distance on, a word no longer counts. */
const FAR_PASSAGES = 40;

/**
 * Scores the places that contain a word of the question by the weights of the words in them and, to a lesser degree, near them. Places
 * where different words meet come first; a repeated word counts once.
 */
export function scorePlaces(
  words: readonly WordPlaces[],
  scaleOf: (source: string) => PlaceScale,
): FoundPlace[] {
  const sources = new Set(words.flatMap(({ bySource }) => [...bySource.keys()]));
  const found: FoundPlace[] = [];
  for (const source of sources) {
    const { perPassage, size, worth: ofSource } = scaleOf(source);
    const here = words.flatMap(({ worth, worthOfSource, bySource }) => {
      const places = bySource.get(source);
      return places ? [{ worth, worthOfSource, places, next: 0 }] : [];
    });
    const whole = here.reduce(
      (sum, { worthOfSource, places }) => sum + worthOfSource * saturated(places.length, size),
      ofSource,
    );
    const places = [...new Set(here.flatMap((word) => word.places))].sort((a, b) => a - b);
    for (const at of places) {
      let score = whole;
      for (const word of here) {
        while (word.next < word.places.length && (word.places[word.next] ?? 0) < at) word.next += 1;
        const after = (word.places[word.next] ?? Number.POSITIVE_INFINITY) - at;
        const before = at - (word.places[word.next - 1] ?? Number.NEGATIVE_INFINITY);
        const passages = Math.min(before, after) / perPassage;
        if (passages === 0) score += 2 * word.worth;
        else if (passages < FAR_PASSAGES) score += word.worth * DECAY ** passages;
      }
      found.push({ source, at, score });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

// BM25 for the source as a whole: a text about a subject names it again and again. `size` keeps long sources from winning by length alone.
const K1 = 1.2;
const B = 0.75;

function saturated(count: number, size: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * size));
}

/** Places that are near to a question in what they mean: a passage, both ends included. */
export interface NearPlace {
  source: string;
  from: number;
  to: number;
  /** 0 to 1. */
  cosine: number;
}

/** Places found by words and by meaning, best first, as `rankByMeaning` ranks passages. A near passage without such words is found at its beginning. */
export function withNearPlaces(found: readonly FoundPlace[], near: readonly NearPlace[]): FoundPlace[] {
  const best = Math.max(Number.MIN_VALUE, found[0]?.score ?? 0);
  const bySource = Map.groupBy(near, ({ source }) => source);
  const met = new Set<NearPlace>();
  const scored = found.map((place) => {
    const passage = bySource.get(place.source)?.find(({ from, to }) => from <= place.at && place.at <= to);
    if (passage) met.add(passage);
    return { ...place, score: place.score / best + MEANING_WEIGHT * (passage?.cosine ?? 0) };
  });
  const others = near
    .filter((passage) => !met.has(passage))
    .map(({ source, from, cosine }) => ({ source, at: from, score: MEANING_WEIGHT * cosine }));
  return [...scored, ...others].sort((a, b) => b.score - a.score);
}

/** A range of places in a source that is to be read, both ends included. */
export interface PlaceWindow {
  source: string;
  from: number;
  to: number;
}

/**
 * Chooses windows around the best places until their costs add up to `budget`. `around` says how far a window reaches and what a place
 * costs. Windows that touch are merged. They are ordered by the best place of their source, then by position within the source.
 */
export function chooseWindows(
  found: readonly FoundPlace[],
  around: (source: string) => { before: number; after: number; cost: number },
  budget: number,
): PlaceWindow[] {
  const bySource = new Map<string, PlaceWindow[]>();
  let left = budget;
  for (const { source, at } of found) {
    if (left <= 0) break;
    const { before, after, cost } = around(source);
    const windows = bySource.get(source) ?? [];
    // A place well inside another window is read already.
    if (windows.some(({ from, to }) => at - before / 2 >= from && at + after / 2 <= to)) continue;
    windows.push({ source, from: at - before, to: at + after });
    bySource.set(source, windows);
    left -= (before + after + 1) * cost;
  }
  return [...bySource.values()].flatMap(joinWindows);
}

function joinWindows(windows: readonly PlaceWindow[]): PlaceWindow[] {
  const joined: PlaceWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    // A gap of a single place is filled.
    if (last && window.from <= last.to + 2) last.to = Math.max(last.to, window.to);
    else joined.push({ ...window });
  }
  return joined;
}
