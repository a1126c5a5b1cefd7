import { splitForComparison, type Term } from './terms.ts';

/** A text in which quotes can be found. */
export interface QuotableText {
  text: string;
  /** The words and where each of them occurs; computed at the first call. */
  words(): QuotableWords;
}

interface QuotableWords {
  terms: readonly Term[];
  /** For each word, its indexes in `terms`. */
  places: ReadonlyMap<string, readonly number[]>;
}

/** The range of a quote in a text, in UTF-16 offsets; `exact` if it matches character by character. */
export interface FoundQuote {
  start: number;
  end: number;
  exact: boolean;
}

/** A longer "quote" is a copy of the source and is not searched for. */
const MAX_QUOTE_CHARACTERS = 1000;
const MAX_QUOTE_WORDS = 150;
/** Shorter quotes must match word for word: one slip in four words makes a different sentence. */
const MIN_WORDS_FOR_SLIPS = 5;
/** One word in eight may be missing, added or replaced; see docs/decisions/020-ai-core.md. */
const WORDS_PER_SLIP = 8;
const RARE_WORDS_TRIED = 8;
const PLACES_TRIED = 12;
/** Numbers, and words that turn a sentence into its opposite, are never slips. */
const DECISIVE =
  /\d|^(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|(?:ai|are|ca|could|did|do|does|had|has|have|is|must|should|was|were|wo|would)nt|nicht|kein\w*|nie|ne|pas|jamais|non|nunca|не|нет|ни|никогда|不|没|沒|لا|لم|لن|ليس)$/u;

/** Prepares a text for `findQuote`. Its words are split only when a quote has no exact match. */
export function makeQuotable(text: string): QuotableText {
  let words: QuotableWords | undefined;
  return {
    text,
    words() {
      words ??= indexWords(text);
      return words;
    },
  };
}

/**
 * Finds the occurrence of a quote nearest to the offset `near`: an exact match, else one with different case, punctuation and spacing, else
 * one with a few slips (one word in eight; no negation, no number; first and last word right). Null if the text has no such words.
 */
export function findQuote(source: QuotableText, quote: string, near: number): FoundQuote | null {
  const wanted = quote.trim();
  if (!/[\p{L}\p{N}]/u.test(wanted) || wanted.length > MAX_QUOTE_CHARACTERS) return null;
  const exact = nearestExact(source.text, wanted, near);
  if (exact !== null) return { start: exact, end: exact + wanted.length, exact: true };
  const terms = splitForComparison(wanted);
  if (terms.length === 0 || terms.length > MAX_QUOTE_WORDS) return null;
  const words = terms.map(({ word }) => word);
  const found =
    nearest(findWords(source.words(), words), near) ?? nearest(findWithSlips(source.words(), words), near);
  return found && { ...found, end: found.end + stopLength(source.text, found.end, wanted) };
}

/** The length of the source's full stop after a match, which is included if the quote ends with one. */
function stopLength(text: string, end: number, wanted: string): number {
  if (!/[.!?…。！？]$/.test(wanted)) return 0;
  return /^[.!?…。！？]{1,3}/.exec(text.slice(end, end + 3))?.[0].length ?? 0;
}

function indexWords(text: string): QuotableWords {
  const terms = splitForComparison(text);
  const places = new Map<string, number[]>();
  terms.forEach(({ word }, index) => {
    const known = places.get(word);
    if (known) known.push(index);
    else places.set(word, [index]);
  });
  return { terms, places };
}

/** The start of the occurrence nearest to `near` that begins and ends at word boundaries. */
function nearestExact(text: string, wanted: string, near: number): number | null {
  let best: number | null = null;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!standsAlone(text, at, at + wanted.length)) continue;
    if (best === null || Math.abs(at - near) < Math.abs(best - near)) best = at;
    if (at > near) break;
  }
  return best;
}

const SPACED_LETTER =
  /[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]/v;

/** Whether a range begins and ends at word boundaries: "art" is not a quote from "party", nor is half of a surrogate pair a quote. */
function standsAlone(text: string, start: number, end: number): boolean {
  const cutsWord = (at: number) =>
    SPACED_LETTER.test(text.charAt(at - 1)) && SPACED_LETTER.test(text.charAt(at));
  const cutsCharacter = (at: number) => /[\udc00-\udfff\p{M}]/u.test(text.charAt(at));
  return !cutsWord(start) && !cutsWord(end) && !cutsCharacter(start) && !cutsCharacter(end);
}

function nearest(found: readonly FoundQuote[], near: number): FoundQuote | null {
  return found.reduce<FoundQuote | null>(
    (best, each) =>
      best === null || Math.abs(each.start - near) < Math.abs(best.start - near) ? each : best,
    null,
  );
}

/** All places that have the same words in the same order. */
function findWords({ terms, places }: QuotableWords, words: readonly string[]): FoundQuote[] {
  const rarest = rarestWords(places, words, 1)[0];
  if (rarest === undefined || words.some((word) => !places.has(word))) return [];
  return (places.get(words[rarest] ?? '') ?? [])
    .map((place) => place - rarest)
    .filter((first) => first >= 0 && words.every((word, index) => terms[first + index]?.word === word))
    .map((first) => span(terms, first, first + words.length - 1));
}

/** The places around the quote's rarest words that match with few slips. */
function findWithSlips({ terms, places }: QuotableWords, words: readonly string[]): FoundQuote[] {
  if (words.length < MIN_WORDS_FOR_SLIPS) return [];
  const slips = Math.max(1, Math.floor(words.length / WORDS_PER_SLIP));
  const tried = new Set<number>();
  const found: FoundQuote[] = [];
  for (const index of rarestWords(places, words, RARE_WORDS_TRIED)) {
    for (const place of (places.get(words[index] ?? '') ?? []).slice(0, PLACES_TRIED)) {
      const from = Math.max(0, place - index - slips);
      if (tried.has(from)) continue;
      tried.add(from);
      const window = terms.slice(from, place - index + words.length + slips).map(({ word }) => word);
      const match = sharesWords(words, window, slips) ? alignWords(words, window, slips) : null;
      if (match) found.push(span(terms, from + match.first, from + match.last));
    }
  }
  return found;
}

/** The indexes of those words of the quote that occur in the text, rarest first. */
function rarestWords(places: QuotableWords['places'], words: readonly string[], most: number): number[] {
  return words
    .map((word, index) => ({ index, count: places.get(word)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, most)
    .map(({ index }) => index);
}

function span(terms: readonly Term[], first: number, last: number): FoundQuote {
  return { start: terms[first]?.start ?? 0, end: terms[last]?.end ?? 0, exact: false };
}

/** Whether all but `slips` of the words are in the window, in any order: a quick test that rules out nearly every wrong place. */
function sharesWords(words: readonly string[], window: readonly string[], slips: number): boolean {
  const there = new Set(window);
  return words.reduce((missing, word) => (there.has(word) ? missing : missing + 1), 0) <= slips;
}

interface Cell {
  cost: number;
  first: number;
}

/**
 * Finds the quote in a window with at most `slips` words missing, added or replaced: Levenshtein distance by words, free at both
 * ends of the window (Sellers 1980). The first and the last word must match. Returns indexes in the window, both included.
 */
function alignWords(
  words: readonly string[],
  window: readonly string[],
  slips: number,
): { first: number; last: number } | null {
  let row: Cell[] = Array.from({ length: window.length + 1 }, (_, at) => ({ cost: 0, first: at }));
  for (const word of words) {
    const next: Cell[] = [{ cost: (row[0]?.cost ?? 0) + costOf(word, null), first: 0 }];
    for (let at = 0; at < window.length; at += 1) {
      const said = window[at] ?? '';
      next.push(
        cheapest(
          add(row[at], costOf(word, said)),
          add(row[at + 1], costOf(word, null)),
          add(next[at], costOf(null, said)),
        ),
      );
    }
    row = next;
  }
  let best: { first: number; last: number; cost: number } | null = null;
  row.forEach(({ cost, first }, end) => {
    const last = end - 1;
    const wellCut = window[first] === words[0] && window[last] === words.at(-1);
    if (wellCut && cost <= slips && (best === null || cost < best.cost)) best = { first, last, cost };
  });
  return best;
}

function costOf(word: string | null, said: string | null): number {
  if (word === said) return 0;
  return DECISIVE.test(word ?? '') || DECISIVE.test(said ?? '') ? Number.POSITIVE_INFINITY : 1;
}

function add(cell: Cell | undefined, cost: number): Cell {
  return { cost: (cell?.cost ?? Number.POSITIVE_INFINITY) + cost, first: cell?.first ?? 0 };
}

function cheapest(...cells: Cell[]): Cell {
  return cells.reduce((best, cell) => (cell.cost < best.cost ? cell : best));
}
