import type { Passage } from './passages.ts';
import { relatedStems } from './related-words.ts';
import { stem } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { splitTerms } from './terms.ts';

/** Ranks passages for a question: passage numbers, best first; passages that have nothing to do with it are left out. */
export type Retriever = (question: string, passages: readonly Passage[]) => Promise<readonly number[]>;

/** A passage and how well it fits a question; only the order of scores means something. */
export interface RankedPassage {
  number: number;
  score: number;
  /** The share of the question's own telling words that the passage has, weighted by how rare they are; 0 to 1. */
  coverage: number;
}

/** Passages made ready for questions. */
export interface RetrievalIndex {
  passages: readonly Passage[];
  /** For each stem, the passages (by index) that have it, and how often. */
  postings: ReadonlyMap<string, readonly Posting[]>;
  /** Telling words of each passage, counted. */
  lengths: readonly number[];
  meanLength: number;
}

interface Posting {
  at: number;
  count: number;
}

// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, section 3.2) with its usual k1; b is lower than
// the usual 0.75, because passages are about equally long and a long one is not a rambling one.
const K1 = 1.2;
const B = 0.5;
const RELATED_WEIGHT = 0.25;
// What is near counts too, less with each passage between; tuned on tests/fixtures/questions, where 0.85 to 0.93 and 0.8 to 3 differ little.
const DECAY = 0.93;
const AROUND_WEIGHT = 1;
/** What kind of answer is asked for adds this share to the score of passages that have the kind. */
const KIND_BONUS = 0.15;
const SPEAKER_BONUS = 1.5;

/** The in-memory retriever that is used where the server gives none. */
export const retrieveInMemory: Retriever = async (question, passages) =>
  rankPassages(indexPassages(passages), question).map(({ number }) => number);

/** Counts the words of all passages. */
export function indexPassages(passages: readonly Passage[]): RetrievalIndex {
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
  return { passages, postings, lengths, meanLength: Math.max(1, total / Math.max(1, lengths.length)) };
}

/** All passages that have to do with the question, best first. */
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
    addNearness(around, postings, worth);
    for (const { at, count } of postings) {
      const length = 1 - B + (B * (index.lengths[at] ?? 0)) / index.meanLength;
      own[at] = (own[at] ?? 0) + (worth * count * (K1 + 1)) / (count + K1 * length);
      if (weight === 1 && wanted > 0) coverage[at] = (coverage[at] ?? 0) + worth / wanted;
    }
  }
  const scores = own.map((score, at) => score + AROUND_WEIGHT * (around[at] ?? 0));
  favorSpeakers(index, question, scores);
  favorKind(index, question, scores);
  return index.passages
    .map(({ number }, at) => ({ number, score: scores[at] ?? 0, coverage: coverage[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.number - b.number);
}

/**
 * Adds to every passage what a word is worth, less with each passage between it and the nearest one that has the word. The
 * sentence that answers often does not name the subject, which was named some sentences before; and however often a word
 * is repeated around, it counts once, so that places where the question's different words meet come first.
 */
function addNearness(scores: Float64Array, postings: readonly Posting[], worth: number): void {
  if (postings.length === 0) return;
  let next = 0;
  for (let at = 0; at < scores.length; at += 1) {
    while (next < postings.length && (postings[next]?.at ?? 0) < at) next += 1;
    const before = at - (postings[next - 1]?.at ?? Number.NEGATIVE_INFINITY);
    const after = (postings[next]?.at ?? Number.POSITIVE_INFINITY) - at;
    scores[at] = (scores[at] ?? 0) + worth * (DECAY ** Math.min(before, after) || 0);
  }
}

/** How much a word says: its inverse document frequency, never negative. */
function rarity({ passages, postings }: RetrievalIndex, stemmed: string): number {
  const count = postings.get(stemmed)?.length ?? 0;
  return Math.log(1 + (passages.length - count + 0.5) / (count + 0.5));
}

/** A word that nobody has said counts half: people ask in words of their own. */
function wantedWeight(index: RetrievalIndex, stemmed: string): number {
  return rarity(index, stemmed) * (index.postings.has(stemmed) ? 1 : 0.5);
}

/** The question's telling words, and more weakly those that may stand for them. A question of nothing but small words is asked by these. */
function askedStems(index: RetrievalIndex, question: string): { stem: string; weight: number }[] {
  const words = splitTerms(question.slice(0, MAX_QUESTION_CHARACTERS)).map(({ word }) => word);
  const telling = words.filter((word) => !isStopWord(word));
  const subjects = telling.filter((word) => !ASKING.has(stem(word)));
  const own = new Set([subjects, telling, words].find((some) => some.length > 0)?.map(stem));
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

/** Words of the question and not of what it is about, unless there are no others. */
const ASKING = new Set(
  'answer ask describe discuss explain happen mention say speak speaker summarize talk tell transcript recording video podcast'
    .split(' ')
    .map(stem),
);

/** No question needs more; a pasted book must not make the search slow. */
const MAX_QUESTION_CHARACTERS = 4000;

/** "What did Ann say about ...": what Ann says counts more. */
function favorSpeakers({ passages }: RetrievalIndex, question: string, scores: Float64Array): void {
  const words = new Set(splitTerms(question.slice(0, MAX_QUESTION_CHARACTERS)).map(({ word }) => word));
  const named = new Map<string, boolean>();
  passages.forEach(({ speaker }, at) => {
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
