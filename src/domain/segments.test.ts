import { expect, it } from 'vitest';
import { timestampSegment } from './segments.ts';

it('gives seconds for milliseconds, and the start as text', () => {
  const word = { text: 'Hi.', startMs: 3_661_250, endMs: 3_661_900, confidence: 0.5 };
  const segment = {
    speaker: 'Speaker 1',
    startMs: 3_661_250,
    endMs: 3_662_000,
    text: 'Hi.',
    words: [word],
    timing: 'measured',
  } as const;
  expect(timestampSegment({ ...segment, words: [word] })).toEqual({
    speaker: 'Speaker 1',
    text: 'Hi.',
    timestamp: '[61:01.250]',
    start: 3661.25,
    end: 3662,
    words: [{ text: 'Hi.', start: 3661.25, end: 3661.9, confidence: 0.5 }],
    timing: 'measured',
  });
});
