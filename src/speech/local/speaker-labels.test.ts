import { describe, expect, it } from 'vitest';
import { labelSpeakers } from './speaker-labels.ts';

/** Words of 400 ms each, without pause. */
function labelsOf(text: string, ...turns: [speaker: number, endMs: number][]): string {
  const words = text.split(' ').map((each, index) => ({
    text: each,
    startMs: index * 400,
    endMs: index * 400 + 400,
    confidence: 1,
    speaker: 'Speaker 1',
    timing: 'measured' as const,
  }));
  const spans = turns.map(([speaker, endMs], index) => ({
    speaker,
    startMs: turns[index - 1]?.[1] ?? 0,
    endMs,
  }));
  return labelSpeakers(words, spans)
    .map(({ speaker }) => speaker.replace('Speaker ', ''))
    .join('');
}

describe('labelSpeakers', () => {
  it('numbers speakers by first appearance', () => {
    expect(labelsOf('a b c d e f g h i', [4, 1200], [0, 2400], [4, 3600])).toBe('111222111');
  });

  it('gives a word to who speaks in most of it', () => {
    expect(labelsOf('a b c d e f', [0, 1300], [1, 2400])).toBe('111222');
  });

  it('moves a change to the end of the sentence beside it', () => {
    expect(labelsOf('How are you? Fine and you there', [0, 1600], [1, 2800])).toBe('1112222');
    expect(labelsOf('How are you today? Fine and you', [0, 1200], [1, 2800])).toBe('1111222');
  });

  it('gives too short a run to its neighbour, unless it is a sentence', () => {
    expect(labelsOf('a b c d e f g', [0, 1200], [1, 1600], [0, 2800])).toBe('1111111');
    expect(labelsOf('a b c. Yes. e f g', [0, 1200], [1, 1600], [0, 2800])).toBe('1112111');
  });

  it('knows one speaker when there are no turns', () => {
    expect(labelsOf('a b c')).toBe('111');
  });
});
