import { describe, expect, it } from 'vitest';
import { nextEdge, spokenAround, wordsIn } from './spoken-edges.ts';

const segment = (id: number, start: number, end: number, text: string) => ({
  id,
  revision: 1,
  position: id,
  speaker: 'Speaker 1',
  timestamp: '',
  timing: 'measured' as const,
  start,
  end,
  text,
});
const segments = [segment(1, 0, 2, 'one two'), segment(2, 3, 5, 'three four'), segment(3, 900, 901, 'far')];
const words = new Map([
  [
    1,
    {
      id: 1,
      revision: 1,
      words: [
        ['one', 0, 0.8, 1],
        ['two', 1, 2, 1],
      ] as [string, number, number, number][],
    },
  ],
]);
const spoken = spokenAround(segments, words, { start: 1, end: 2 });

it('finds words, and whole segments whose words are not known, but nothing far away', () =>
  expect(spoken.map(({ text }) => text)).toEqual(['one', 'two', 'three four']));

describe('nextEdge', () => {
  it('goes from word to word', () => {
    expect(nextEdge(spoken, { edge: 'start', from: 0, direction: 'later' })).toBe(1);
    expect(nextEdge(spoken, { edge: 'start', from: 1, direction: 'earlier' })).toBe(0);
    expect(nextEdge(spoken, { edge: 'end', from: 0.8, direction: 'later' })).toBe(2);
    expect(nextEdge(spoken, { edge: 'end', from: 2, direction: 'later' })).toBe(5);
  });
  it('ends with the words', () => {
    expect(nextEdge(spoken, { edge: 'start', from: 0, direction: 'earlier' })).toBeNull();
    expect(nextEdge([], { edge: 'end', from: 5, direction: 'later' })).toBeNull();
  });
});

it('shows the words of which more than half is heard', () => {
  expect(wordsIn(spoken, { start: 0.5, end: 1.9 })).toBe('two');
  expect(wordsIn(spoken, { start: 0, end: 5 })).toBe('one two three four');
  expect(wordsIn(spoken, { start: 5.5, end: 6 })).toBe('');
});
