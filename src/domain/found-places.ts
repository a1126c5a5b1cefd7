/** Where the places of one source have a word of a question, ascending; a place is a segment, or a part of an article. */
export interface WordPlaces {
  /** What the word says: `rarityOf` it. */
  worth: number;
  /** What it says when a source has it at all. */
  worthOfSource: number;
  /** For each source, by any key. */
  bySource: ReadonlyMap<string, readonly number[]>;
}

/** A place that fits a question, and how well; only the order of scores means something. */
export interface FoundPlace {
  source: string;
  at: number;
  score: number;
}

/** How a source's places count. */
export interface PlaceScale {
  /** How many places of it are as long as a passage. */
  perPassage: number;
  /** How long it is, compared with the usual source. */
  size: number;
  /** What the source is worth before anything of it is read, by its title. */
  worth: number;
}

// As in retrieval.ts: what is near counts too, less with each passage between.
const DECAY = 0.93;
/** So far away, what is said says nothing any more. */
const FAR_PASSAGES = 40;

/**
 * Scores the places that have a word of the question: what each of its words is worth there, and what it is worth by its nearness. Places
 * where different words meet come first; however often one word is repeated, it counts once.
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

// BM25 for the source as a whole: a text that is about something says it again and again. `size` keeps a long one from winning by length.
const K1 = 1.2;
const B = 0.75;

function saturated(count: number, size: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * size));
}

/** A stretch of a source that is to be read, both ends included. */
export interface PlaceWindow {
  source: string;
  from: number;
  to: number;
}

/**
 * The surroundings of the best places, so many that their lengths add up to `budget`: `around` gives how far they reach and what a place
 * costs. Windows of one source that touch are one; they come by source in the order of its best place, and in their order within it.
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
    // What stands well within another window is read already.
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
    // One place is not worth a gap.
    if (last && window.from <= last.to + 2) last.to = Math.max(last.to, window.to);
    else joined.push({ ...window });
  }
  return joined;
}
