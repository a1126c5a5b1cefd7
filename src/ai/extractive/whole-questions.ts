import { stem } from '#domain/stemming.ts';
import { isStopWord } from '#domain/stop-words.ts';
import { splitTerms } from '#domain/terms.ts';
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
/** How many sources of a project are quoted to say what it is about. */
const MAX_SOURCES = 8;
const MAX_PER_SOURCE = 3;

// Words of questions about any recording, none of which names a topic.
const ABOUT_ANYTHING = new Set(
  `about action answer audio brief briefly call conversation core decide decision describe detail discuss do episode essence explain
find follow gist happen highlight idea important interview item key lecture lesson list main mean meeting mention moment next overview people
person podcast point quick recap recording say said short speak speaker step subject summarise summarize summary takeaway talk task tell text
theme to todo topic transcript understand up video voice whole`
    .split(/\s+/)
    .map(stem),
);
// Words of questions about any project, in addition.
const ABOUT_A_PROJECT = new Set(
  'article content document file material project source study'.split(' ').map(stem),
);
const ACTIONS = /\b(?:next|to-?do|action|tasks?|steps?|done|follow[- ]?ups?|decisions?|decided)\b/i;
const SPEAKERS = /\bwho(?:'s|se)?\b.*\b(?:speak\w*|talk\w*|voices?|people|there|persons?|interviewed)\b/i;

/** The kind of a question about the whole; null if it names something to search for. English only. */
export function wholeQuestion(question: string, scope: Scope): WholeQuestion | null {
  const telling = splitTerms(question)
    .map(({ word }) => word)
    .filter((word) => !isStopWord(word) && !ABOUT_ANYTHING.has(stem(word)))
    .filter((word) => scope === 'transcript' || !ABOUT_A_PROJECT.has(stem(word)));
  if (telling.length > 0 || !/\p{L}{3}/u.test(question)) return null;
  if (SPEAKERS.test(question)) return 'speakers';
  return ACTIONS.test(question) ? 'actions' : 'overview';
}

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
export function answerWholeProject(
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
