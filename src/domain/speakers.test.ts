import { describe, expect, it } from 'vitest';
import {
  areAllNamed,
  countSpeakers,
  describeSpeakers,
  isSilent,
  shownSpeakers,
  speakerName,
} from './speakers.ts';

const spoken = (...labels: string[]) => labels.map((speaker) => ({ speaker }));

describe('describeSpeakers', () => {
  it('assigns colors by first appearance, and a renamed speaker keeps the color', () => {
    const source = { timestampedTranscript: spoken('B', 'A', 'B'), speakerNames: {}, showSpeakers: true };
    expect(describeSpeakers(source).get('B')).toEqual({ label: 'B', name: 'B', color: 1 });
    expect(describeSpeakers({ ...source, speakerNames: { B: 'Anna' } }).get('B')).toEqual({
      label: 'B',
      name: 'Anna',
      color: 1,
    });
  });

  it('repeats the palette after eight speakers', () => {
    const labels = Array.from({ length: 9 }, (_, index) => `Speaker ${index + 1}`);
    const speakers = describeSpeakers({
      timestampedTranscript: spoken(...labels),
      speakerNames: {},
      showSpeakers: true,
    });
    expect([...speakers.values()].map((speaker) => speaker.color)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1]);
  });

  it('shows one speaker if speakers are hidden', () => {
    const source = { timestampedTranscript: spoken('A', 'B'), speakerNames: {}, showSpeakers: false };
    expect([...describeSpeakers(source).values()].map((speaker) => speaker.name)).toEqual(['A', 'A']);
    expect(shownSpeakers(source)).toEqual([{ label: 'A', name: 'A', color: 1 }]);
  });
});

describe('countSpeakers', () => {
  it('counts at least one', () =>
    expect(countSpeakers({ timestampedTranscript: [], speakerNames: {}, showSpeakers: true })).toBe(1));
});

describe('speakerName', () => {
  it('ignores blank names and properties that every object has', () => {
    expect(speakerName('A', { A: '  ' })).toBe('A');
    expect(speakerName('constructor', {})).toBe('constructor');
  });
});

it('knows whether users have named every speaker', () => {
  const timestampedTranscript = spoken('A', 'B', 'A');
  const named = (speakerNames: Record<string, string>) =>
    areAllNamed({ timestampedTranscript, speakerNames });
  expect([named({}), named({ A: 'Anna' }), named({ A: 'Anna', B: ' ' })]).toEqual([false, false, false]);
  expect(named({ A: 'Anna', B: 'Bert' })).toBe(true);
});

it('distinguishes silence from a text without times', () => {
  expect(isSilent({ timestampedTranscript: [], transcript: ' ' })).toBe(true);
  expect(isSilent({ timestampedTranscript: [], transcript: 'Hello' })).toBe(false);
});
