import type { TextPassage } from './passages.ts';
import { relatedStems } from './related-words.ts';
import { stem } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { splitTerms } from './terms.ts';

/** A passage as it is searched: who speaks in it, and what is known of its source beside it, both where there is something. */
export interface SearchedPassage extends TextPassage {
  speaker?: string;
  /** Title, author and the like; a word of the question that stands there is half found in each passage. */
  about?: string;
}

/** Ranks passages for a question: passage numbers, best first; passages that have nothing to do with it are left out. */
export type Retriever = (
  question: string,
  passages: readonly SearchedPassage[],
) => Promise<readonly number[]>;

/** How often words occur in all that the passages were chosen from: among the chosen ones a word of the question is never rare. */
export interface CorpusCounts {
  /** Places of all sources. */
  places: number;
  /** For each stem, how many of these have it; stems of which nothing is known are left out. */
  byStem: ReadonlyMap<string, number>;
}

/** A passage and how well it fits a question; only the order of scores means something. */
export interface RankedPassage {
  number: number;
  score: number;
  /** The share of the question's own telling words that the passage has, weighted by how rare they are; 0 to 1. */
  coverage: number;
}

/** Passages made ready for questions. */
export interface RetrievalIndex {
  /** Source by source, in the order of their numbers within each. */
  passages: readonly SearchedPassage[];
  /** For each stem, the passages (by index) that have it, and how often. */
  postings: ReadonlyMap<string, readonly Posting[]>;
  /** Telling words of each passage, counted. */
  lengths: readonly number[];
  meanLength: number;
  counts: CorpusCounts;
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
/** What a word is worth to a passage when it stands in the title of its source only. */
const ABOUT_WEIGHT = 0.5;

/** The in-memory retriever that is used where the server gives none. */
export const retrieveInMemory: Retriever = async (question, passages) =>
  rankPassages(indexPassages(passages), question).map(({ number }) => number);

/** Counts the words of all passages; how rare they are is told by `counts` where the passages are a choice. */
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
 * Adds to every passage what a word is worth, less with each passage between it and the nearest one that has the word. The
 * sentence that answers often does not name the subject, which was named some sentences before; and however often a word
 * is repeated around, it counts once, so that places where the question's different words meet come first.
 */
function addNearness(
  scores: Float64Array,
  postings: readonly Posting[],
  { passages, worth }: { passages: readonly SearchedPassage[]; worth: number },
): void {
  if (postings.length === 0) return;
  // By numbers, which leave a gap between sources, and between places of one source.
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

/** How much a word says: its inverse document frequency, never negative. */
function rarity({ postings, counts }: RetrievalIndex, stemmed: string): number {
  return rarityOf(counts.byStem.get(stemmed) ?? postings.get(stemmed)?.length ?? 0, counts.places);
}

/** What a word says that stands in so many of so many places. */
export function rarityOf(count: number, places: number): number {
  return Math.log(1 + Math.max(0, places - count + 0.5) / (count + 0.5));
}

/** A word that nobody has said counts half: people ask in words of their own. */
function wantedWeight(index: RetrievalIndex, stemmed: string): number {
  return rarity(index, stemmed) * (index.postings.has(stemmed) ? 1 : 0.5);
}

/** The question's telling words, and more weakly those that may stand for them. A question of nothing but small words is asked by these. */
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

/** The stems that a question is asked by, each once; `tells`: whether they are more than small words, which stand everywhere. */
export function questionStems(question: string): { stems: readonly string[]; tells: boolean } {
  const words = splitTerms(question.slice(0, MAX_QUESTION_CHARACTERS)).map(({ word }) => word);
  const telling = words.filter((word) => !isStopWord(word));
  const subjects = telling.filter((word) => !ASKING.has(stem(word)));
  const asked = [subjects, telling, words].find((some) => some.length > 0) ?? [];
  return { stems: [...new Set(asked.map(stem))], tells: telling.length > 0 };
}

/** Words of the question and not of what it is about, unless there are no others. */
const ASKING = new Set(
  'answer ask describe discuss explain happen mention say speak speaker summarize talk tell transcript recording video podcast article'
    .split(' ')
    .map(stem),
);

/** No question needs more; a pasted book must not make the search slow. */
const MAX_QUESTION_CHARACTERS = 4000;

/** "... according to the Gazette": a word that the title of a source has counts for what stands in it, where the passage has it not. */
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

/** "What did Ann say about ...": what Ann says counts more. */
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
