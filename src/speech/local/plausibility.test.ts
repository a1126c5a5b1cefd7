import { describe, expect, it } from 'vitest';
import { isInvented, isLowConfidence, repeatedTail, senseOf } from './plausibility.ts';

const words = (text: string, confidence: number) =>
  text.split(' ').map((each) => ({ text: each, confidence }));
const chunk = (startMs: number, endMs: number, said: ReturnType<typeof words>) => ({
  startMs,
  endMs,
  segments: [{ words: said }],
});
const SENTENCE = 'we started with a small team of five people and now there are more';

describe('repeatedTail', () => {
  it('counts repetitions and keeps the first occurrence', () => {
    const phrase = [5, 6, 7, 8, 9, 10, 11, 12];
    expect(repeatedTail([1, 2, ...phrase, ...phrase, ...phrase])).toBe(16);
    expect(repeatedTail([1, 2, ...new Array<number>(12).fill(7)])).toBe(11);
  });

  it('keeps natural repetitions', () => {
    expect(repeatedTail([4, 5, 4, 5, 4, 5])).toBe(0);
    expect(repeatedTail([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])).toBe(0);
    expect(repeatedTail([])).toBe(0);
  });
});

describe('senseOf', () => {
  it('is the mean confidence, reduced by repetitions', () => {
    expect(senseOf(words(SENTENCE, 0.8))).toBeCloseTo(0.8);
    expect(senseOf(words(`${SENTENCE} ${SENTENCE}`, 0.8))).toBeLessThan(0.5);
    expect(senseOf([])).toBe(0);
  });
});

describe('isInvented', () => {
  it('finds text with low confidence or faster than speech', () => {
    expect(isInvented(words(SENTENCE, 0.8), 4000, 1)).toBe(false);
    expect(isInvented(words(SENTENCE, 0.2), 4000, 1)).toBe(true);
    expect(isInvented(words(SENTENCE, 0.8), 1000, 1)).toBe(true);
    expect(isInvented(words(SENTENCE, 0.8), 4000, 0.25)).toBe(true);
    expect(isInvented([], 4000, 1)).toBe(false);
  });
});

describe('isDoubtful', () => {
  it('does not doubt recognized speech or a recording without speech', () => {
    expect(isLowConfidence([chunk(0, 10_000, words(SENTENCE, 0.8))], 10_000)).toBe(false);
    expect(isLowConfidence([], 10_000)).toBe(false);
    expect(isLowConfidence([chunk(0, 1000, [])], 10_000)).toBe(false);
  });

  it('doubts speech with implausible text or none', () => {
    expect(isLowConfidence([chunk(0, 10_000, words(SENTENCE, 0.4))], 10_000)).toBe(true);
    expect(isLowConfidence([chunk(0, 10_000, [])], 10_000)).toBe(true);
  });

  it('weighs chunks by their length', () => {
    const good = chunk(0, 14_000, words(SENTENCE, 0.8));
    expect(isLowConfidence([good, chunk(20_000, 24_000, [])], 60_000)).toBe(false);
    expect(isLowConfidence([good, chunk(20_000, 34_000, []), chunk(40_000, 54_000, [])], 60_000)).toBe(true);
  });

  const shortChunks = (count: number, said: ReturnType<typeof words>) =>
    Array.from({ length: count }, (_, index) => chunk(index * 3000, index * 3000 + 1500, said));

  it('doubts a recording full of short pieces of speech with hardly any words', () => {
    expect(isLowConfidence(shortChunks(20, []), 60_000)).toBe(true);
    expect(isLowConfidence([...shortChunks(20, []), chunk(60_000, 60_500, words('yeah', 0.9))], 61_000)).toBe(
      true,
    );
  });

  it('does not doubt a word or two if hardly anyone speaks, or short answers', () => {
    expect(isLowConfidence(shortChunks(3, []), 60_000)).toBe(false);
    expect(isLowConfidence(shortChunks(20, []), 3_600_000)).toBe(false);
    expect(isLowConfidence(shortChunks(20, words('yes please', 0.9)), 60_000)).toBe(false);
  });
});
