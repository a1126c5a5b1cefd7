import type { Draft } from '#domain/citations.ts';
import { unknownLanguagesNote } from '#domain/languages.ts';
import type { SummaryDraft } from '#domain/summary.ts';
import type { AnalysisSource } from '../provider.ts';
import { unknownLanguages } from '../source-language.ts';
import { findActions } from './actions.ts';
import { chooseFromEachPart, chooseSentences, divide } from './choose-sentences.ts';
import { isOpinion, isQuestion } from './cues.ts';
import { findKeyPhrases } from './key-phrases.ts';
import { type ScoredSentence, type ScoredText, saidPassages, scoreSentences } from './scored-sentences.ts';

const QUICK_SENTENCES = 3;
const MAX_POINTS = 7;
const MAX_QUOTES = 4;
const TOPICS = 5;
const TAGS = 8;
const SENTENCES_FOR_EACH_POINT = 6;
const SENTENCES_FOR_EACH_PARAGRAPH = 25;
const MAX_PARAGRAPHS = 8;
const SENTENCES_IN_PARAGRAPH = 4;
const FEWEST_POINT_WORDS = 5;
const FEWEST_QUOTE_WORDS = 6;
const MAX_QUOTE_WORDS = 40;

/** A summary made only of the transcript's own sentences, each with its timestamp. Empty for a transcript without words. */
export function summarizeByExtraction(source: AnalysisSource): SummaryDraft {
  const scored = scoreSentences(saidPassages(source));
  const { sentences } = scored;
  const quick = chooseSentences(sentences, QUICK_SENTENCES);
  const points = chooseFromEachPart(
    sentences.filter(({ terms }) => terms.length >= FEWEST_POINT_WORDS),
    Math.min(MAX_POINTS, Math.ceil(sentences.length / SENTENCES_FOR_EACH_POINT)),
    quick,
  );
  const phrases = findKeyPhrases(scored, TAGS);
  const unknown = sentences.length === 0 ? '' : unknownLanguagesNote(unknownLanguages([source]));
  return {
    quickSummary: [...say(unknown), ...quick.flatMap(cited)],
    keyPoints: (points.length > 0 ? points : quick).map(cited),
    mainTopics: phrases.slice(0, TOPICS).map(capitalized),
    actionableInsights: findActions(sentences).map(cited),
    importantQuotes: findQuotes(scored).map(({ text, passage }) => ({
      quote: text,
      passage: passage.number,
    })),
    detailedSummary: paragraphs(sentences),
    tags: phrases.map((phrase) => phrase.toLowerCase()),
  };
}

function say(text: string): Draft {
  return text === '' ? [] : [{ kind: 'prose', text: `${text} `, references: [] }];
}

function cited({ text, passage }: ScoredSentence): Draft {
  // The quote makes the citation point at the very segment in which the sentence begins.
  return [{ kind: 'prose', text: `${text} `, references: [{ passage: passage.number, quote: text }] }];
}

/** Important statements of opinion; among several speakers, the one quoted least comes first. */
function findQuotes({ sentences }: ScoredText): ScoredSentence[] {
  const fitting = sentences
    .filter(
      ({ terms, text }) =>
        terms.length >= FEWEST_QUOTE_WORDS && terms.length <= MAX_QUOTE_WORDS && !isQuestion(text),
    )
    .map((sentence) => ({
      ...sentence,
      score: sentence.score * (isOpinion(sentence.text, sentence.passage.language) ? 1.6 : 1),
    }));
  const speakers = new Set(fitting.map(({ passage }) => passage.speaker));
  const each = Math.max(1, Math.floor(MAX_QUOTES / Math.max(1, speakers.size)));
  const chosen = [...speakers]
    .flatMap((speaker) =>
      chooseSentences(
        fitting.filter(({ passage }) => passage.speaker === speaker),
        each,
      ),
    )
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_QUOTES);
  const more = chooseSentences(fitting, MAX_QUOTES - chosen.length, chosen);
  return [...chosen, ...more].toSorted((a, b) => a.at - b.at);
}

/** Each part of the transcript in its best sentences; names the speaker where the speaker changes. */
function paragraphs(sentences: readonly ScoredSentence[]): Draft[] {
  const parts = Math.min(
    MAX_PARAGRAPHS,
    Math.max(1, Math.round(sentences.length / SENTENCES_FOR_EACH_PARAGRAPH)),
  );
  const severalSpeak = new Set(sentences.map(({ passage }) => passage.speaker)).size > 1;
  return divide(sentences, parts).map((part) => {
    let speaker = '';
    return chooseSentences(part, SENTENCES_IN_PARAGRAPH).flatMap((sentence): Draft => {
      const changes = severalSpeak && sentence.passage.speaker !== speaker;
      speaker = sentence.passage.speaker;
      return changes
        ? [{ kind: 'prose', text: `${speaker}: `, references: [] }, ...cited(sentence)]
        : cited(sentence);
    });
  });
}

function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
