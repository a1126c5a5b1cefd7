import { hasMarks } from '#domain/citation-marks.ts';
import type { TextPassage } from '#domain/passages.ts';
import { splitSentences } from '#domain/sentences.ts';
import { stem } from '#domain/stemming.ts';
import { isStopWord } from '#domain/stop-words.ts';
import { splitTerms, type Term } from '#domain/terms.ts';
import type { ChatSource } from '../provider.ts';
import { isQuestion, standsAlone } from './cues.ts';

/** A passage as the source of sentences; the speaker of an article is ''. */
export interface SaidPassage extends TextPassage {
  speaker: string;
}

/** A source's passages; an article has no speakers. */
export function saidPassages({ passages }: ChatSource): SaidPassage[] {
  return passages.map((passage) => ('speaker' in passage ? passage : { ...passage, speaker: '' }));
}

/** A sentence of a transcript and how much it says about the whole. */
export interface ScoredSentence {
  /** Verbatim from its passage. */
  text: string;
  passage: SaidPassage;
  /** Position among all sentences. */
  at: number;
  terms: readonly StemmedTerm[];
  /** The distinct stems of its content words. */
  stems: ReadonlySet<string>;
  score: number;
}

/** A word and its stem, which is empty for stop words. */
interface StemmedTerm extends Term {
  stem: string;
}

/** A transcript's sentences and its words' weights. */
export interface ScoredText {
  sentences: readonly ScoredSentence[];
  /** For each stem, the number of sentences that contain it. */
  spread: ReadonlyMap<string, number>;
}

const LONGEST_SENTENCE = 400;
/** A word in more sentences than this says nothing, in any language; applied only if there are enough sentences. */
const COMMON_SHARE = 0.12;
const ENOUGH_SENTENCES = 40;
const BEST_WORDS = [9, 32] as const;
/** The additional weight of a talk's opening (Edmundson 1969 and many others since: position is the strongest single cue). */
const OPENING_BONUS = 0.25;
const OPENING_SHARE = 0.06;

/**
 * Scores sentences by the weights of their words: how often a word is said in the whole, in how few sentences (Radev and others,
 * "Centroid-based summarization", 2004), averaged over the sentence's words, so that long ones do not win by length. Takes linear
 * time, because nothing is compared with everything.
 */
export function scoreSentences(passages: readonly SaidPassage[]): ScoredText {
  const known = new Map<string, string>();
  const stemOf = (word: string) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const stemmed = isStopWord(word) ? '' : stem(word);
    known.set(word, stemmed);
    return stemmed;
  };
  const sentences = passages.flatMap((passage) => sentencesOf(passage, stemOf));
  const spread = new Map<string, number>();
  for (const { stems } of sentences) for (const one of stems) spread.set(one, (spread.get(one) ?? 0) + 1);
  const common =
    sentences.length >= ENOUGH_SENTENCES ? sentences.length * COMMON_SHARE : Number.POSITIVE_INFINITY;
  const weightOf = (one: string) => {
    const count = spread.get(one) ?? 0;
    return count > common ? 0 : count * Math.log(1 + sentences.length / (count + 1));
  };
  const scored = sentences.map((sentence, at) => ({
    ...sentence,
    at,
    score: scoreOf(sentence, weightOf) * (at < sentences.length * OPENING_SHARE ? 1 + OPENING_BONUS : 1),
  }));
  return { sentences: scored, spread };
}

function sentencesOf(
  passage: SaidPassage,
  stemOf: (word: string) => string,
): Omit<ScoredSentence, 'at' | 'score'>[] {
  return splitSentences(passage.text).flatMap(({ text: whole }) => {
    const text = shorten(whole);
    const terms = splitTerms(text).map((term) => ({ ...term, stem: stemOf(term.word) }));
    // A sentence that spells out a citation mark cannot be quoted, and one without words says nothing.
    if (terms.length === 0 || hasMarks(text)) return [];
    const stems = new Set(terms.map((term) => term.stem).filter((one) => one !== ''));
    return [{ text, passage, terms, stems }];
  });
}

/** Speech without punctuation has endless sentences: they are cut between words. */
function shorten(sentence: string): string {
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  const last = splitTerms(sentence.slice(0, LONGEST_SENTENCE)).at(-2);
  return sentence.slice(0, last?.end ?? LONGEST_SENTENCE);
}

function scoreOf(
  { text, terms, stems }: Pick<ScoredSentence, 'text' | 'terms' | 'stems'>,
  weightOf: (one: string) => number,
): number {
  let sum = 0;
  for (const one of stems) sum += weightOf(one);
  const [least, most] = BEST_WORDS;
  const length = terms.length;
  const fit = length < least ? (length / least) ** 2 : length > most ? most / length : 1;
  const alone = standsAlone(text) ? 1 : 0.7;
  const asks = isQuestion(text) ? 0.4 : 1;
  return (sum / Math.max(4, stems.size) ** 0.7) * fit * alone * asks;
}
