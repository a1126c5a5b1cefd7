import { describe, expect, it } from 'vitest';
import { longTalk } from '#tests/support/long-talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { makePassages } from './passages.ts';

describe('makePassages', () => {
  const sentence = 'Ten words of talk that say nothing much at all.';

  it('joins short segments of one speaker until there is enough to quote', () => {
    const passages = makePassages(
      segmentsOf(Array.from({ length: 8 }, () => ({ speaker: 'A', text: sentence }))),
    );
    expect(passages.map(({ number, segments }) => [number, segments.length])).toEqual([
      [1, 4],
      [2, 4],
    ]);
    expect(passages[1]).toMatchObject({ speaker: 'A', startMs: 16_000, endMs: 32_000 });
    expect(passages[1]?.text).toBe(Array(4).fill(sentence).join(' '));
  });

  it('begins a new passage at a speaker change and after a silence', () => {
    const passages = makePassages(
      segmentsOf([
        { speaker: 'A', text: 'One.' },
        { speaker: 'B', text: 'Two.' },
        { speaker: 'B', text: 'Three.', startMs: 60_000 },
      ]),
    );
    expect(passages.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('keeps long segments whole and leaves out segments without words', () => {
    const long = 'word '.repeat(400).trim();
    const passages = makePassages(
      segmentsOf([
        { speaker: 'A', text: ' ' },
        { speaker: 'A', text: long },
        { speaker: 'A', text: '' },
        { speaker: 'A', text: 'End.' },
      ]),
    );
    expect(passages.map(({ text }) => text)).toEqual([long, 'End.']);
    expect(makePassages([])).toEqual([]);
  });

  it('has every segment with words exactly once, in order, for any talk', () => {
    const segments = segmentsOf(longTalk({ words: 20_000, seed: 11 }));
    const passages = makePassages(segments);
    expect(passages.flatMap((passage) => passage.segments)).toEqual(segments);
    expect(passages.map(({ number }) => number)).toEqual(passages.map((_, at) => at + 1));
    for (const { text } of passages) expect(text.length).toBeLessThan(700);
  });
});
