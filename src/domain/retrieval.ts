import { askedKinds, hasAnswer } from './answer-kinds.ts';
import { type AskedWord, askedWords, MAX_QUESTION_CHARACTERS } from './asked-words.ts';
import type { TextLanguage } from './languages.ts';
import { type Nearness, rankByMeaning } from './meaning.ts';
import type { TextPassage } from './passages.ts';
import type { RankedPassage } from './ranked-passage.ts';
import { relatedStems } from './related-words.ts';
import { isInPieces, splitForSearch, splitTerms } from './terms.ts';
import { stemsInText, wordFormsOf } from './word-forms.ts';

/** A passage as it is searched, with its speaker and a description of its source if there are any. */
export interface SearchedPassage extends TextPassage {
  speaker?: string;
  /** The source's title, author and the like. A word of the question found here counts half for every passage of the source. */
  about?: string;
  /** The language of the text and of `about`; English if absent. */
  language?: TextLanguage;
}

/** Ranks passages for a question, by their words and as far as it is known by their meaning. Returns passage numbers, best first, without passages that have nothing to do with the question. */
export type Retriever = (
  question: string,
  passages: readonly SearchedPassage[],
  nearness?: Nearness,
) => Promise<readonly number[]>;

/** How often words occur in the whole corpus that the passages were selected from; within the selection, a word of the question is never rare. */
export interface CorpusCounts {
  /** The number of places in all sources. */
  places: number;
  /** For each stem, how many of these places contain it; stems without a known count are absent. */
  byStem: ReadonlyMap<string, number>;
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
  /** For each language of the passages, the stems of their words; empty for stop words. */
  stems: ReadonlyMap<TextLanguage, ReadonlyMap<string, string>>;
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
export const retrieveInMemory: Retriever = async (question, passages, nearness) =>
  retrieve({ question, passages, nearness }).map(({ number }) => number);

/** All passages that have to do with a question, by words and meaning, best first. */
export function retrieve({
  question,
  passages,
  nearness,
}: {
  question: string;
  passages: readonly SearchedPassage[];
  nearness?: Nearness | undefined;
}): RankedPassage[] {
  return rankByMeaning(rankPassages(indexPassages(passages), question), passages, nearness);
}

/** Indexes the words of passages. `counts` is required if the passages are a selection; without it, rarity is measured among the passages. */
export function indexPassages(passages: readonly SearchedPassage[], counts?: CorpusCounts): RetrievalIndex {
  const postings = new Map<string, Posting[]>();
  const stemsOf = new Map<TextLanguage, Map<string, string>>();
  const lengths = passages.map(({ text, language = 'en' }, at) => {
    const words = splitForSearch(text, language);
    const { isStopWord, stem } = wordFormsOf(language);
    const stems = stemsOf.get(language) ?? new Map<string, string>();
    stemsOf.set(language, stems);
    for (const { word, start, end } of words) {
      let stemmed = stems.get(word);
      if (stemmed === undefined) {
        stemmed = isStopWord(word) ? '' : isInPieces(word) ? word : stem(text.slice(start, end));
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
    stems: stemsOf,
  };
}

/** All passages related to the question, best first. */
export function rankPassages(index: RetrievalIndex, question: string): RankedPassage[] {
  const { language, words } = askedWords(question, [...index.stems.keys()]);
  const asked = withRelated(index, words);
  const own = new Float64Array(index.passages.length);
  const around = new Float64Array(index.passages.length);
  const coverage = new Float64Array(index.passages.length);
  const wanted = asked.reduce((sum, word) => sum + (word.weight === 1 ? wantedWeight(index, word) : 0), 0);
  for (const { weight, postings, rarity } of asked) {
    const worth = weight * rarity;
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
  favorKind(index, { question, language }, scores);
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

/** The inverse document frequency (as in BM25) of a word that is in `count` of `places` places; never negative. */
export function rarityOf(count: number, places: number): number {
  return Math.log(1 + Math.max(0, places - count + 0.5) / (count + 0.5));
}

/** A word of the question, or with less weight one related to it. */
interface WeightedWord {
  stems: readonly string[];
  weight: number;
  postings: readonly Posting[];
  /** Its inverse document frequency, never negative. */
  rarity: number;
}

/** The weight of a word of the question. A word that is in no passage counts half, because people ask in words of their own. */
function wantedWeight(index: RetrievalIndex, { stems, rarity }: WeightedWord): number {
  return rarity * (stems.some((one) => index.postings.has(one)) ? 1 : 0.5);
}

/** The question's words, and with less weight those that are used in their place. */
function withRelated(index: RetrievalIndex, words: readonly AskedWord[]): WeightedWord[] {
  const sought = words.map((word) => stemsInTexts(index, word));
  const own = new Set(sought.flat());
  const related = new Set<string>();
  for (const one of own) {
    for (const other of relatedStems(one))
      if (!own.has(other) && index.postings.has(other)) related.add(other);
  }
  return [
    ...sought.map((stems) => lookUp(index, stems, 1)),
    ...Array.from(related, (one) => lookUp(index, [one], RELATED_WEIGHT)),
  ];
}

/**
 * The stems under which the texts have a word. The library's stems need accents, and of some words each form has its own: so the word is
 * also looked for as it is, and as the stem of another one.
 */
function stemsInTexts({ stems: known }: RetrievalIndex, { word, stems }: AskedWord): readonly string[] {
  const others = [...known].filter(([language]) => language !== 'en').map(([, byWord]) => byWord);
  if (others.length === 0) return stems;
  const alike = [word, ...stems];
  const ofTexts = others.flatMap((byWord) => alike.map((one) => byWord.get(one) ?? ''));
  return [...new Set([...stems, word, ...ofTexts])].filter((one) => one !== '');
}

function lookUp(
  { postings, counts }: RetrievalIndex,
  stems: readonly string[],
  weight: number,
): WeightedWord {
  const found = stems.flatMap((one) => postings.get(one) ?? []);
  const merged = stems.length === 1 ? found : mergePostings(found);
  const counted = stems.map((one) => counts.byStem.get(one)).find((count) => count !== undefined);
  return { stems, weight, postings: merged, rarity: rarityOf(counted ?? merged.length, counts.places) };
}

/** The postings of several stems as those of one word, in the order of the passages. */
function mergePostings(postings: readonly Posting[]): Posting[] {
  const counts = new Map<number, number>();
  for (const { at, count } of postings) counts.set(at, (counts.get(at) ?? 0) + count);
  return Array.from(counts, ([at, count]) => ({ at, count })).toSorted((a, b) => a.at - b.at);
}

/** For "... according to the Gazette": a word in the title of a source counts for every passage of the source. */
function favorSources(
  index: RetrievalIndex,
  asked: readonly WeightedWord[],
  { scores, coverage, wanted }: { scores: Float64Array; coverage: Float64Array; wanted: number },
): void {
  const worths = new Map<string, number>();
  const own = asked.filter(({ weight }) => weight === 1);
  index.passages.forEach(({ about, language = 'en' }, at) => {
    if (about === undefined) return;
    let worth = worths.get(about);
    if (worth === undefined) {
      const named = new Set(stemsInText(about, language));
      worth = own.reduce(
        (sum, { stems, rarity }) => sum + (stems.some((one) => named.has(one)) ? ABOUT_WEIGHT * rarity : 0),
        0,
      );
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

/** Passages with the kind of answer that the question asks for, such as a date, count more. */
function favorKind(
  { passages }: RetrievalIndex,
  { question, language }: { question: string; language: TextLanguage },
  scores: Float64Array,
): void {
  const wanted = askedKinds(question.slice(0, MAX_QUESTION_CHARACTERS), language);
  if (wanted.length === 0) return;
  passages.forEach(({ text, language: own = 'en' }, at) => {
    const score = scores[at] ?? 0;
    if (score > 0 && hasAnswer(text, own, wanted)) scores[at] = score * (1 + KIND_BONUS);
  });
}
