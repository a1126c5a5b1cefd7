import { MAX_SUGGESTIONS } from '#contract/limits.ts';
import { neutralizeMarks } from '#domain/citation-marks.ts';
import type { ChatSource } from '../provider.ts';
import { scopeOf } from '../source-selection.ts';
import { actionWeight } from './cues.ts';
import { findKeyPhrases } from './key-phrases.ts';
import { type ScoredText, saidPassages, scoreSentences } from './scored-sentences.ts';

const TOPICS = 3;
const LONGEST_TOPIC = 40;

/**
 * At most three questions that these sources can answer, from their own speakers and topics; none if nothing was said. Needs no
 * key.
 */
export function suggestQuestions(sources: readonly ChatSource[]): string[] {
  const scored = scoreSentences(sources.flatMap(saidPassages));
  const isWritten = scopeOf(sources) === 'collection';
  if (scored.sentences.length === 0) return [];
  const topics = findKeyPhrases(scored, TOPICS).filter((topic) => topic.length <= LONGEST_TOPIC);
  const [first, second] = topics;
  const questions = [
    first && `What ${isWritten ? 'is' : 'was'} said about ${withArticle(scored, first)}?`,
    second &&
      (speakerQuestion(scored, second) ??
        `What ${isWritten ? 'is' : 'was'} said about ${withArticle(scored, second)}?`),
    scored.sentences.some(({ text, passage }) => actionWeight(text, passage.language) >= 2) &&
      'What should be done next?',
    'What are the most important points?',
  ];
  return questions
    .filter((question) => typeof question === 'string' && question !== '')
    .map((question) => neutralizeMarks(String(question)))
    .slice(0, MAX_SUGGESTIONS);
}

const ARTICLE = /\b(?:the|an?|this|that|our|my|your|his|her|their|its|each|every)\s$/i;
/** If a noun has an article in fewer of its occurrences than this, it takes none, like 'bread' and 'bees'. */
const ARTICLE_SHARE = 1 / 3;

/** 'the bridge' if people say 'the bridge', 'a bridge' or 'our bridge'; unchanged in other languages. */
function withArticle({ sentences }: ScoredText, topic: string): string {
  const said = sentences.flatMap(({ text, passage }) => {
    const at = text.toLowerCase().indexOf(topic.toLowerCase());
    return at < 0 ? [] : [passage.language === 'en' && ARTICLE.test(text.slice(0, at))];
  });
  return said.filter(Boolean).length > said.length * ARTICLE_SHARE ? `the ${topic}` : topic;
}

/** A question about the person who speaks most about the topic, if there is more than one speaker. */
function speakerQuestion(scored: ScoredText, topic: string): string | null {
  const counts = new Map<string, number>();
  for (const { passage, text } of scored.sentences) {
    if (passage.speaker === '') continue;
    counts.set(
      passage.speaker,
      (counts.get(passage.speaker) ?? 0) + (text.toLowerCase().includes(topic.toLowerCase()) ? 1 : 0),
    );
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return counts.size > 1 && most && most[1] > 0
    ? `What did ${most[0]} say about ${withArticle(scored, topic)}?`
    : null;
}
