import { MAX_QUESTION_CHARACTERS } from '#domain/asked-words.ts';
import { KNOWN_LANGUAGES, type KnownLanguage, type TextLanguage } from '#domain/languages.ts';
import { LEXICONS } from '#domain/lexicon/lexicons.ts';
import { perLanguage } from '#domain/per-language.ts';
import { phrasePattern } from '#domain/phrase-pattern.ts';
import { splitTerms } from '#domain/terms.ts';
import { stemsOf, wordFormsOf } from '#domain/word-forms.ts';
import type { Scope } from '../prompts.ts';
import { findActions } from './actions.ts';
import { chooseFromEachPart, chooseSentences } from './choose-sentences.ts';
import { type SaidPassage, scoreSentences } from './scored-sentences.ts';

/** The subject of a question about the recording as a whole. */
export type WholeQuestion = 'overview' | 'actions' | 'speakers';

/** A quote from a passage that answers it. */
export interface WholeQuote {
  passage: SaidPassage;
  quote: string;
}

const WEIGHTIEST = 2;
const PARTS = 4;
const MAX_SPEAKERS = 8;
const LONGEST_INTRODUCTION = 200;
/** How many sources of a collection are quoted to say what it is about. */
const MAX_SOURCES = 8;
const MAX_PER_SOURCE = 3;

// Words of questions about any recording, none of which names a topic.
const ABOUT_ANYTHING = `about action answer audio brief briefly call conversation core decide decision describe detail discuss do episode essence explain
find follow gist happen highlight idea important interview item key lecture lesson list main mean meeting mention moment next overview people
person podcast point quick recap recording say said short speak speaker step subject summarise summarize summary takeaway talk task tell text
theme to todo topic transcript understand up video voice whole`;
// Words of questions about any collection, in addition.
const ABOUT_A_COLLECTION = 'article content document file material project source study';
const ACTIONS = /\b(?:next|to-?do|action|tasks?|steps?|done|follow[- ]?ups?|decisions?|decided)\b/i;
const SPEAKERS = /\bwho(?:'s|se)?\b.*\b(?:speak\w*|talk\w*|voices?|people|there|persons?|interviewed)\b/i;
/** Enough letters for a question; fewer where one of them is a word. */
const WORDED = /\p{L}{3}|[\p{Script=Han}\p{Script=Hangul}]{2}/u;

/** The kind of a question about the whole of texts in these languages; null if it names something to search for. */
export function wholeQuestion(
  question: string,
  scope: Scope,
  languages: readonly TextLanguage[] = [],
): WholeQuestion | null {
  const read = question.slice(0, MAX_QUESTION_CHARACTERS);
  if (!WORDED.test(read)) return null;
  const language = candidates(read, languages).find((one) =>
    splitTerms(read, one).every(({ word, start, end }) =>
      saysNothing({ word, written: read.slice(start, end) }, one, scope),
    ),
  );
  if (language === undefined) return null;
  const { tasks, speakers } = patternsOf(language);
  if (speakers.test(question)) return 'speakers';
  return tasks.test(question) ? 'actions' : 'overview';
}

/** English first: a question that could be in several languages is read as English. One word in another language says little ("die"). */
function candidates(question: string, languages: readonly TextLanguage[]): KnownLanguage[] {
  const own = languages.filter((one) => one !== null);
  const others = splitTerms(question).length > 1 ? KNOWN_LANGUAGES : [];
  return [...new Set<KnownLanguage>(['en', ...own, ...others])];
}

/** Whether a word of a question in this language names no topic. */
function saysNothing(
  { word, written }: { word: string; written: string },
  language: KnownLanguage,
  scope: Scope,
): boolean {
  const { isStopWord, stem } = wordFormsOf(language);
  if (isStopWord(word)) return true;
  // In Japanese, words without Chinese characters mostly tie the others together.
  if (language === 'ja' && /^[\p{Script=Hiragana}\p{M}]+$/u.test(word)) return true;
  const { recording, collection } = patternsOf(language);
  const stemmed = stem(written);
  return recording.has(stemmed) || (scope === 'collection' && collection.has(stemmed));
}

interface WholePatterns {
  /** The stems of words about any recording, and about any collection. */
  recording: ReadonlySet<string>;
  collection: ReadonlySet<string>;
  tasks: RegExp;
  speakers: RegExp;
}

const patternsOf = perLanguage((language: KnownLanguage): WholePatterns => {
  const collection = stemsOf(ABOUT_A_COLLECTION, 'en');
  const own = language === 'en' ? null : LEXICONS[language].whole;
  const patterns = own
    ? { tasks: phrasePattern(own.tasks), speakers: phrasePattern(own.speakers) }
    : { tasks: ACTIONS, speakers: SPEAKERS };
  return { recording: stemsOf(own?.words ?? ABOUT_ANYTHING, language), collection, ...patterns };
});

/** The transcript's own words that answer it, in the order in which they were said; empty if there are none. */
export function answerWhole(kind: WholeQuestion, passages: readonly SaidPassage[]): WholeQuote[] {
  if (kind === 'speakers') return introductions(passages);
  const { sentences } = scoreSentences(passages);
  if (kind === 'actions') return findActions(sentences).map(toQuote);
  const weightiest = chooseSentences(sentences, WEIGHTIEST);
  // The end of the recording counts, too.
  const others = chooseFromEachPart(sentences, PARTS, weightiest);
  return [...weightiest, ...others].toSorted((a, b) => a.at - b.at).map(toQuote);
}

/**
 * The same for several sources: the most important sentence of each of the first ones, or the action items or speakers of all of
 * them.
 */
export function answerWholeCollection(
  kind: WholeQuestion,
  sources: readonly (readonly SaidPassage[])[],
): WholeQuote[] {
  if (kind !== 'overview') {
    const quotes = sources.flatMap((passages) => answerWhole(kind, passages).slice(0, MAX_PER_SOURCE));
    return quotes.slice(0, MAX_SOURCES);
  }
  return sources
    .flatMap((passages) => chooseSentences(scoreSentences(passages).sentences, 1).map(toQuote))
    .slice(0, MAX_SOURCES);
}

function toQuote({ passage, text }: { passage: SaidPassage; text: string }): WholeQuote {
  return { passage, quote: text };
}

/** What each speaker says first. */
function introductions(passages: readonly SaidPassage[]): WholeQuote[] {
  const first = new Map<string, SaidPassage>();
  for (const passage of passages)
    if (passage.speaker !== '' && !first.has(passage.speaker)) first.set(passage.speaker, passage);
  return [...first.values()].slice(0, MAX_SPEAKERS).map((passage) => {
    const { text } = passage;
    const end =
      text.length <= LONGEST_INTRODUCTION
        ? text.length
        : splitTerms(text.slice(0, LONGEST_INTRODUCTION)).at(-2)?.end;
    return { passage, quote: text.slice(0, end) };
  });
}
