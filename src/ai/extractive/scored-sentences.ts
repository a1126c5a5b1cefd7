import { hasMarks } from '#domain/citation-marks.ts';
import type { TextLanguage } from '#domain/languages.ts';
import type { TextPassage } from '#domain/passages.ts';
import { splitSentences } from '#domain/sentences.ts';
import { splitTerms, type Term } from '#domain/terms.ts';
import { wordFormsOf } from '#domain/word-forms.ts';
import type { AnalysisSource, ChatSource } from '../provider.ts';
import { languageOfSource } from '../source-language.ts';
import { isQuestion, standsAlone } from './cues.ts';

/** A passage as the source of sentences; the speaker of an article is ''. */
export interface SaidPassage extends TextPassage {
  speaker: string;
  language: TextLanguage;
}

/** A source's passages; an article has no speakers. */
export function saidPassages(source: AnalysisSource | ChatSource): SaidPassage[] {
  const language = languageOfSource(source);
  return source.passages.map((passage) => ({
    ...passage,
    speaker: 'speaker' in passage ? passage.speaker : '',
    language,
  }));
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
  const stemmers = new Map<TextLanguage, StemOf>();
  const sentences = passages.flatMap((passage) => {
    const stemOf = stemmers.get(passage.language) ?? rememberStems(passage.language);
    stemmers.set(passage.language, stemOf);
    return sentencesOf(passage, stemOf);
  });
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

/** Gives the stem of a word, in the form in which words are compared and as it is written; empty for stop words. */
type StemOf = (word: string, written: string) => string;

function rememberStems(language: TextLanguage): StemOf {
  const { isStopWord, stem } = wordFormsOf(language);
  const known = new Map<string, string>();
  return (word, written) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const stemmed = isStopWord(word) ? '' : stem(written);
    known.set(word, stemmed);
    return stemmed;
  };
}

function sentencesOf(passage: SaidPassage, stemOf: StemOf): Omit<ScoredSentence, 'at' | 'score'>[] {
  return splitSentences(passage.text, passage.language).flatMap(({ text: whole }) => {
    const text = shorten(whole);
    const terms = splitTerms(text, passage.language).map((term) => ({
      ...term,
      stem: stemOf(term.word, text.slice(term.start, term.end)),
    }));
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
  { text, passage, terms, stems }: Omit<ScoredSentence, 'at' | 'score'>,
  weightOf: (one: string) => number,
): number {
  let sum = 0;
  for (const one of stems) sum += weightOf(one);
  const [least, most] = BEST_WORDS;
  const length = terms.length;
  const fit = length < least ? (length / least) ** 2 : length > most ? most / length : 1;
  const alone = standsAlone(text, passage.language) ? 1 : 0.7;
  const asks = isQuestion(text) ? 0.4 : 1;
  return (sum / Math.max(4, stems.size) ** 0.7) * fit * alone * asks;
}
