import { expect, it } from 'vitest';
import { assignWords } from './assign.ts';
import type { DescribedWindow } from './clusters.ts';

const A = Float32Array.of(1, 0);
const B = Float32Array.of(0, 1);
const LIKE_B = Float32Array.of(0.6, 0.8);

/** Windows every 0.75 s whose voices are given by letters. */
const windowsOf = (voices: string): DescribedWindow[] =>
  [...voices].map((voice, index) => ({
    from: index * 75,
    to: index * 75 + 150,
    frames: 150,
    seconds: 1,
    vector: { a: A, b: B }[voice] ?? LIKE_B,
  }));

/** Words of 250 ms every 300 ms. */
const wordsOf = (text: string) =>
  text.split(' ').map((each, index) => ({ text: each, startMs: index * 300, endMs: index * 300 + 250 }));

const assigned = (text: string, voices: string) =>
  [...assignWords(wordsOf(text), windowsOf(voices), [A, B])].map((voice) => 'ab'[voice]).join('');

it('gives each word the voice of its windows', () => {
  const text = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
  expect(assigned(text, 'aaaaaabbbbbb')).toMatch(/^a{15,18}b{12,15}$/);
});

it('changes rather after a sentence than a word earlier or later', () => {
  const words = Array.from({ length: 30 }, (_, index) => (index === 15 ? 'end.' : `w${index}`));
  expect(assigned(words.join(' '), 'aaaaaabbbbbb')).toBe('a'.repeat(16) + 'b'.repeat(14));
});

it('does not change for a moment', () => {
  const text = Array.from({ length: 20 }, (_, index) => `w${index}`).join(' ');
  expect(assigned(text, 'aaaaxaaa')).toBe('a'.repeat(20));
});

it('gives words that nothing is known about the voice beside them', () => {
  expect(assigned('one two three four five', 'b')).toBe('bbbbb');
  expect([...assignWords(wordsOf('one two'), [], [A, B])]).toEqual([0, 0]);
  expect([...assignWords(wordsOf('one two'), windowsOf('b'), [])]).toEqual([0, 0]);
  expect([...assignWords([], windowsOf('b'), [A, B])]).toEqual([]);
});
