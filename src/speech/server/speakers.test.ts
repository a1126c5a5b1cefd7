import { expect, it } from 'vitest';
import { haveSpeakers, numberSpeakers } from './speakers.ts';

const said = (...speakers: string[]) =>
  speakers.map((speaker, index) => ({
    ...{ text: 'a', startMs: index * 10, endMs: index * 10 + 5, confidence: null },
    ...{ speaker, timing: 'measured' as const },
  }));

it('numbers speakers by first appearance; a word without one keeps that of the word before it', () => {
  const { words, areTold } = numberSpeakers(said('', 'SPEAKER_01', '', 'SPEAKER_00', 'SPEAKER_01'));
  expect(areTold).toBe(true);
  expect(words.map(({ speaker }) => speaker)).toEqual([
    'Speaker 1',
    'Speaker 1',
    'Speaker 1',
    'Speaker 2',
    'Speaker 1',
  ]);
  expect(haveSpeakers(words)).toBe(true);
});

it('knows one speaker from none', () => {
  expect(numberSpeakers(said('A', 'A'))).toMatchObject({
    areTold: true,
    words: said('Speaker 1', 'Speaker 1'),
  });
  expect(numberSpeakers(said('', ''))).toEqual({ areTold: false, words: said('Speaker 1', 'Speaker 1') });
  expect(haveSpeakers(said('Speaker 1'))).toBe(false);
});
