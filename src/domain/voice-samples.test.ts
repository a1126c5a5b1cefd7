import { expect, it } from 'vitest';
import { voiceSamples } from './voice-samples.ts';

const segment = (speaker: string, start: number, end: number) => ({ speaker, start, end });

const samplesOf = (label: string, segments: ReturnType<typeof segment>[], showSpeakers = true) =>
  voiceSamples({ timestampedTranscript: segments, showSpeakers }, label);

it('gives the first seconds of the longest stretches, the longest one first', () => {
  const segments = [
    segment('A', 0, 3),
    segment('B', 3, 20),
    segment('A', 20, 24),
    segment('A', 24.5, 30),
    segment('A', 40, 44),
  ];
  expect(samplesOf('A', segments)).toEqual([
    { start: 20, end: 26 },
    { start: 40, end: 44 },
    { start: 0, end: 3 },
  ]);
});

it('leaves out where somebody else speaks too', () => {
  const segments = [segment('B', 0, 5), segment('A', 2, 9), segment('B', 8, 10), segment('A', 8.5, 9.5)];
  expect(samplesOf('A', segments)).toEqual([{ start: 5, end: 8 }]);
});

it('falls back to a short stretch, and has nothing for somebody who is not heard', () => {
  expect(samplesOf('A', [segment('A', 1, 2), segment('B', 2, 9), segment('A', 9, 9.5)])).toEqual([
    { start: 1, end: 2 },
  ]);
  expect(samplesOf('A', [segment('A', 1, 1)])).toEqual([]);
  expect(samplesOf('C', [segment('A', 1, 2)])).toEqual([]);
  expect(samplesOf('A', [])).toEqual([]);
});

it('gives at most five', () => {
  const segments = Array.from({ length: 40 }, (_, at) => segment(at % 2 ? 'B' : 'A', at * 5, at * 5 + 5));
  expect(samplesOf('A', segments)).toHaveLength(5);
});

it('counts everybody as the first speaker while speakers are hidden', () =>
  expect(samplesOf('A', [segment('A', 0, 2), segment('B', 2, 5)], false)).toEqual([{ start: 0, end: 5 }]));
