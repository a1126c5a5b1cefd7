import type { TextPassage } from './passages.ts';
import { relatedStems } from './related-words.ts';
import { stem } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { splitTerms } from './terms.ts';

/** A passage as it is searched, with its speaker and a description of its source if there are any. */
export interface SearchedPassage extends TextPassage {
  speaker?: string;
  /** The source's title, author and the like. A word of the question found here counts half for every passage of the source. */
  about?: string;
}

/** Ranks passages for a question. Returns passage numbers, best first, without passages that have nothing to do with the question. */
export type Retriever = (
  question: string,
  passages: readonly SearchedPassage[],
) => Promise<readonly number[]>;

/** How often words occur in the whole corpus that the passages were selected from; within the selection, a word of the question is never rare. */
export interface CorpusCounts {
  /** The number of places in all sources. */
  places: number;
  /** For each stem, how many of these places contain it; stems without a known count are absent. */
  byStem: ReadonlyMap<string, number>;
}

/** A passage and how well it fits a question. Scores are only meaningful relative to each other. */
export interface RankedPassage {
  number: number;
  score: number;
  /** The share of the question's content words that are in the passage, weighted by rarity; 0 to 1. */
  coverage: number;
}

/** An inverted index of passages. */
export interface RetrievalIndex {
  /** Source by source, each in the order of the numbers. */
  passages: readonly SearchedPassage[];
  /** For each stem, the passages (by index) that contain it, and how often. */
  postings: ReadonlyMap<string, readonly Posting[]>;
  /** The number of words of each passage. */
  lengths: readonly number[];
  meanLength: number;
  counts: CorpusCounts;
}

interface Posting {
  at: number;
  count: number;
}

// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.2) with its usual k1; b is lower than
// the usual 0.75, because passages are of similar length and a long one is not padded.
const K1 = 1.2;
const B = 0.5;
const RELATED_WEIGHT = 0.25;
// Nearby words count too, less with each passage in between; tuned on tests/fixtures/questions, where decays of 0.85 to 0.93 and weights of 0.8 to 3 differ little.
const DECAY = 0.93;
const AROUND_WEIGHT = 1;
/** The share added to the score of passages that contain the kind of answer the question asks for, such as a date. */
const KIND_BONUS = 0.15;
const SPEAKER_BONUS = 1.5;
/** The weight of a word that is not in the passage but in the title of its source. */
const ABOUT_WEIGHT = 0.5;

/** The retriever used where the server provides none; it works in memory. */
export const retrieveInMemory: Retriever = async (question, passages) =>
  rankPassages(indexPassages(passages), question).map(({ number }) => number);

/** Indexes the words of passages. `counts` is required if the passages are a selection; without it, rarity is measured among the passages. */
export function indexPassages(passages: readonly SearchedPassage[], counts?: CorpusCounts): RetrievalIndex {
  const postings = new Map<string, Posting[]>();
  const stems = new Map<string, string>();
  const lengths = passages.map(({ text }, at) => {
    const words = splitTerms(text);
    for (const { word } of words) {
      let stemmed = stems.get(word);
      if (stemmed === undefined) {
        stemmed = isStopWord(word) ? '' : stem(word);
        stems.set(word, stemmed);
      }
      if (stemmed === '') continue;
      const known = postings.get(stemmed);
      const last = known?.at(-1);
      if (last?.at === at) last.count += 1;
      else if (known) known.push({ at, count: 1 });
      else postings.set(stemmed, [{ at, count: 1 }]);
    }
    return words.length;
  });
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    passages,
    postings,
    lengths,
    meanLength: Math.max(1, total / Math.max(1, lengths.length)),
    counts: counts ?? { places: passages.length, byStem: new Map() },
  };
}

/** All passages related to the question, best first. */
export function rankPassages(index: RetrievalIndex, question: string): RankedPassage[] {
  const asked = askedStems(index, question);
  const own = new Float64Array(index.passages.length);
  const around = new Float64Array(index.passages.length);
  const coverage = new Float64Array(index.passages.length);
  const wanted = asked.reduce(
    (sum, { stem: one, weight }) => sum + (weight === 1 ? wantedWeight(index, one) : 0),
    0,
  );
  for (const { stem: one, weight } of asked) {
    const postings = index.postings.get(one) ?? [];
    const worth = weight * rarity(index, one);
    addNearness(around, postings, { passages: index.passages, worth });
    for (const { at, count } of postings) {
      const length = 1 - B + (B * (index.lengths[at] ?? 0)) / index.meanLength;
      own[at] = (own[at] ?? 0) + (worth * count * (K1 + 1)) / (count + K1 * length);
      if (weight === 1 && wanted > 0) coverage[at] = (coverage[at] ?? 0) + worth / wanted;
    }
  }
  const scores = own.map((score, at) => score + AROUND_WEIGHT * (around[at] ?? 0));
  favorSources(index, asked, { scores, coverage, wanted });
  favorSpeakers(index, question, scores);
  favorKind(index, question, scores);
  return index.passages
    .map(({ number }, at) => ({ number, score: scores[at] ?? 0, coverage: coverage[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.number - b.number);
}

/**
 * Adds the weight of a word to every passage, decaying with the distance to the nearest passage that contains the word. The
 * sentence that answers a question often does not name the subject, which was named some sentences before. A word that is repeated
 * nearby counts once, so that places where different words of the question meet come first.
 */
function addNearness(
  scores: Float64Array,
  postings: readonly Posting[],
  { passages, worth }: { passages: readonly SearchedPassage[]; worth: number },
): void {
  if (postings.length === 0) return;
  // Distances are measured by passage numbers, which have a gap between sources and between places that are not adjacent.
  const numberOf = (posting: Posting | undefined, none: number) =>
    passages[posting?.at ?? -1]?.number ?? none;
  let next = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const number = passages[at]?.number ?? 0;
    while (next < postings.length && (postings[next]?.at ?? 0) < at) next += 1;
    const before = Math.abs(number - numberOf(postings[next - 1], Number.NEGATIVE_INFINITY));
    const after = Math.abs(numberOf(postings[next], Number.POSITIVE_INFINITY) - number);
    scores[at] = (scores[at] ?? 0) + worth * (DECAY ** Math.min(before, after) || 0);
  }
}

/** The weight of a word: its inverse document frequency, never negative. */
function rarity({ postings, counts }: RetrievalIndex, stemmed: string): number {
  return rarityOf(counts.byStem.get(stemmed) ?? postings.get(stemmed)?.length ?? 0, counts.places);
}

/** The inverse document frequency (as in BM25) of a word that is in `count` of `places` places; never negative. */
export function rarityOf(count: number, places: number): number {
  return Math.log(1 + Math.max(0, places - count + 0.5) / (count + 0.5));
}

/** The weight of a word of the question. A word that is in no passage counts half, because people ask in words of their own. */
function wantedWeight(index: RetrievalIndex, stemmed: string): number {
  return rarity(index, stemmed) * (index.postings.has(stemmed) ? 1 : 0.5);
}

/** The stems of the question's content words, and with less weight those of related words. A question of stop words alone keeps them. */
function askedStems(index: RetrievalIndex, question: string): { stem: string; weight: number }[] {
  const own = new Set(questionStems(question).stems);
  const related = new Set<string>();
  for (const one of own) {
    for (const other of relatedStems(one))
      if (!own.has(other) && index.postings.has(other)) related.add(other);
  }
  return [
    ...Array.from(own, (one) => ({ stem: one, weight: 1 })),
    ...Array.from(related, (one) => ({ stem: one, weight: RELATED_WEIGHT })),
  ];
}

/** The stems to search for, each once. `tells` says whether the question has content words, and not just stop words. */
export function questionStems(question: string): { stems: readonly string[]; tells: boolean } {
  const words = splitTerms(question.slice(0, MAX_QUESTION_CHARACTERS)).map(({ word }) => word);
  const telling = words.filter((word) => !isStopWord(word));
  const subjects = telling.filter((word) => !ASKING.has(stem(word)));
  const asked = [subjects, telling, words].find((some) => some.length > 0) ?? [];
  return { stems: [...new Set(asked.map(stem))], tells: telling.length > 0 };
}

/** Words that belong to the act of asking, not to the subject; they count only if there are no others. */
const ASKING = new Set(
  'answer ask describe discuss explain happen mention say speak speaker summarize talk tell transcript recording video podcast article'
    .split(' ')
    .map(stem),
);

/** No question needs more, and a pasted book must not slow down the search. */
const MAX_QUESTION_CHARACTERS = 4000;

/** For "... according to the Gazette": a word in the title of a source counts for every passage of the source. */
function favorSources(
  index: RetrievalIndex,
  asked: readonly { stem: string; weight: number }[],
  { scores, coverage, wanted }: { scores: Float64Array; coverage: Float64Array; wanted: number },
): void {
  const worths = new Map<string, number>();
  const own = asked.filter(({ weight }) => weight === 1).map((one) => one.stem);
  index.passages.forEach(({ about }, at) => {
    if (about === undefined) return;
    let worth = worths.get(about);
    if (worth === undefined) {
      const stems = new Set(splitTerms(about).map(({ word }) => stem(word)));
      worth = own.reduce((sum, one) => sum + (stems.has(one) ? ABOUT_WEIGHT * rarity(index, one) : 0), 0);
      worths.set(about, worth);
    }
    scores[at] = (scores[at] ?? 0) + worth;
    if (wanted > 0) coverage[at] = Math.min(1, (coverage[at] ?? 0) + worth / wanted);
  });
}

/** For "What did Ann say about ...": passages spoken by Ann count more. */
function favorSpeakers({ passages }: RetrievalIndex, question: string, scores: Float64Array): void {
  const words = new Set(splitTerms(question.slice(0, MAX_QUESTION_CHARACTERS)).map(({ word }) => word));
  const named = new Map<string, boolean>();
  passages.forEach(({ speaker }, at) => {
    if (speaker === undefined) return;
    let isNamed = named.get(speaker);
    if (isNamed === undefined) {
      isNamed = splitTerms(speaker).some(
        ({ word }) => word.length > 2 && word !== 'speaker' && words.has(word),
      );
      named.set(speaker, isNamed);
    }
    if (isNamed) scores[at] = (scores[at] ?? 0) * SPEAKER_BONUS;
  });
}

interface AnswerKind {
  asks: RegExp;
  answers: RegExp;
}

const KINDS: readonly AnswerKind[] = [
  {
    asks: /\b(?:when|what (?:day|time|year|date|month)|which (?:day|year|month)|how (?:long|soon|often|old)|since when|deadline)\b/i,
    answers:
      /\b(?:\d{4}|\d{1,2}(?::\d\d)?\s?(?:am|pm|o'clock)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|yesterday|tomorrow|tonight|morning|evening|(?:last|next|this|every) (?:week|month|year|spring|summer|autumn|fall|winter)|(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|century))\b/i,
  },
  {
    asks: /\b(?:how (?:much|many|big|large|far|high|fast|tall|heavy|deep)|what (?:percentage|share|number|price|temperature)|cost)\b/i,
    answers:
      /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|percent|dozen)\b/i,
  },
  { asks: /\bwho(?:m|se)?\b/i, answers: /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}+/u },
  {
    asks: /\bwhy\b|\bwhat (?:caused|made)\b|\breasons?\b/i,
    answers: /\b(?:because|since|reason|due to|so that|caused?|that's why)\b/i,
  },
];

function favorKind({ passages }: RetrievalIndex, question: string, scores: Float64Array): void {
  const kinds = KINDS.filter(({ asks }) => asks.test(question.slice(0, MAX_QUESTION_CHARACTERS)));
  if (kinds.length === 0) return;
  passages.forEach(({ text }, at) => {
    const score = scores[at] ?? 0;
    if (score > 0 && kinds.some(({ answers }) => answers.test(text))) scores[at] = score * (1 + KIND_BONUS);
  });
}
