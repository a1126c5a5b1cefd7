import { expect, it } from 'vitest';
import { timestampSegment, timestampWords } from './segments.ts';

const segment = {
  id: 7,
  revision: 2,
  position: 1.5,
  speaker: 'Speaker 1',
  startMs: 3_661_250,
  endMs: 3_662_000,
  text: 'Hi.',
  words: [{ text: 'Hi.', startMs: 3_661_250, endMs: 3_661_900, confidence: 0.5 }],
  timing: 'measured',
} as const;

it('gives seconds instead of milliseconds, and the start as text', () => {
  expect(timestampSegment(segment)).toEqual({
    id: 7,
    revision: 2,
    position: 1.5,
    speaker: 'Speaker 1',
    text: 'Hi.',
    timestamp: '[61:01.250]',
    start: 3661.25,
    end: 3662,
    timing: 'measured',
  });
});

it('gives the words in their short form', () => {
  expect(timestampWords(segment)).toEqual({ id: 7, revision: 2, words: [['Hi.', 3661.25, 3661.9, 0.5]] });
});
