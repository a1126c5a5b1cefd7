import { expect, it } from 'vitest';
import type { Word } from '#contract/segments.ts';
import { summarizeTranscription } from './statistics.ts';

const segmentOf = (text: string, words: readonly string[]) => ({
  speaker: 'Speaker 1',
  startMs: 0,
  endMs: 1000,
  text,
  timing: 'measured' as const,
  words: words.map((word): Word => ({ text: word, startMs: 0, endMs: 1000, confidence: null })),
});
const wordsOf = (text: string, words: readonly string[]) =>
  summarizeTranscription({
    speakersBy: null,
    segments: [segmentOf(text, words)],
  }).statistics.wordCount;

it('counts the words that an engine gives, except in scripts without spaces, where each engine cuts in another way', () => {
  expect(wordsOf('It is ten-thirty.', ['It', 'is', 'ten-thirty.'])).toBe(3);
  const chinese = '今天天气很好。';
  expect(wordsOf(chinese, [...chinese])).toBe(3);
  expect(wordsOf(chinese, [chinese])).toBe(3);
});
