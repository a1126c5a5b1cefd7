import { describe, expect, it } from 'vitest';
import { makeSegments } from './make-segments.ts';
import type { Utterance } from './utterance.ts';

const part = (text: string, startMs: number | null = null, endMs: number | null = null): Utterance => ({
  startMs,
  endMs,
  speaker: null,
  text,
});
const by = (speaker: string | null, each: Utterance): Utterance => ({ ...each, speaker });
const shown = (utterances: readonly Utterance[]) => {
  const { segments, speakerNames } = makeSegments(utterances);
  return segments.map(
    ({ speaker, startMs, endMs, text }) =>
      `${speakerNames[speaker] ?? speaker} ${startMs / 1000}-${endMs / 1000}: ${text}`,
  );
};

describe('times', () => {
  it('stay as the file has them, with words that share the time of their part', () => {
    const { segments, hasTimes, notes } = makeSegments([
      part('Good morning.', 1000, 2000),
      part('Yes.', 3000, 4000),
    ]);
    expect(segments).toMatchObject([
      { startMs: 1000, endMs: 2000, timing: 'estimated', text: 'Good morning.' },
      { startMs: 3000, endMs: 4000, text: 'Yes.' },
    ]);
    expect(segments[0]?.words.map(({ text, startMs }) => [text, startMs])).toEqual([
      ['Good', 1000],
      ['morning.', 1333],
    ]);
    expect([hasTimes, notes]).toEqual([true, []]);
  });

  it('that cannot be are mended, and it is said how many', () => {
    const utterances = [
      part('Third.', 10_000, 12_000),
      part('First.', 1000, 6000),
      part('Second.', 5000, 4000),
      part('Early.', -1000, 500),
    ];
    expect(shown(utterances)).toEqual([
      'Speaker 1 0-0.5: Early.',
      'Speaker 1 1-5: First.',
      expect.stringMatching(/^Speaker 1 5-/),
      'Speaker 1 10-12: Third.',
    ]);
    expect(makeSegments(utterances).notes).toEqual([
      '1 part began before 0:00. They now begin there.',
      '2 parts stood out of order and were sorted by time.',
      '1 part ended before they began. Their ends were estimated.',
      '1 part overlapped the next one; now each ends where the next begins.',
    ]);
  });

  it('are estimated from the length of the text where the file has none, which is said', () => {
    const { segments, hasTimes, notes } = makeSegments([part('One two three four five.'), part('Six.')]);
    expect(hasTimes).toBe(false);
    expect(notes).toEqual([
      'The file has no times. Without a recording, they are estimated from the length of the text.',
    ]);
    expect(segments.map(({ startMs, timing }) => [startMs, timing])).toEqual([
      [0, 'estimated'],
      [1600, 'estimated'],
    ]);
  });

  it('of words are kept, within those of their part', () => {
    const words = [
      { text: 'Good', startMs: 900, endMs: 1300, confidence: 0.9 },
      { text: 'morning.', startMs: 1400, endMs: 1900, confidence: 0.5 },
    ];
    const [segment] = makeSegments([{ ...part('Good morning.', 1000, 2000), words }]).segments;
    expect(segment).toMatchObject({ timing: 'measured' });
    expect(segment?.words.map(({ confidence }) => confidence)).toEqual([0.9, 0.5]);
  });
});

it('leaves parts as a program has divided them, with words in order', () => {
  const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs, confidence: 1 });
  const { segments } = makeSegments([
    { ...part('And so', 0, 1000), words: [word('And', 500, 600), word('so', 100, 2000)] },
    { ...part('it began.', 1000, 2000), words: [word('it', 1000, 1200), word('began.', 1200, 1900)] },
  ]);
  expect(
    segments.map(({ text, words }) => [text, ...words.map(({ startMs, endMs }) => [startMs, endMs])]),
  ).toEqual([
    ['And so', [500, 600], [500, 1000]],
    ['it began.', [1000, 1200], [1200, 1900]],
  ]);
});

describe('speakers', () => {
  it('get labels in the order in which they appear, and keep their names', () => {
    const { segments, speakerNames } = makeSegments([
      by('Ann Lee', part('Hello.', 0, 1000)),
      by('김철수', part('Hi.', 1000, 2000)),
      by('Ann Lee', part('So.', 2000, 3000)),
    ]);
    expect(segments.map(({ speaker }) => speaker)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 1']);
    expect(speakerNames).toEqual({ 'Speaker 1': 'Ann Lee', 'Speaker 2': '김철수' });
  });

  it('that a program has numbered have no name, and who is not named goes on', () =>
    expect(
      makeSegments([
        by('SPEAKER_01', part('One.', 0, 1000)),
        by(null, part('Two.', 1000, 2000)),
        by('SPEAKER_00', part('Three.', 2000, 3000)),
      ]),
    ).toMatchObject({
      segments: [{ speaker: 'Speaker 1' }, { speaker: 'Speaker 1' }, { speaker: 'Speaker 2' }],
      speakerNames: {},
    }));

  it('that are more than a transcript can have are added to those before them', () => {
    const { segments, notes } = makeSegments(
      Array.from({ length: 300 }, (_, at) => by(`Voice of ${at}`, part('Yes.', at * 1000, at * 1000 + 900))),
    );
    expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(200);
    expect(notes).toEqual(['More than 200 speakers are named; the others were added to those before them.']);
  });
});

describe('length', () => {
  it('of a long part is divided at its sentences', () => {
    const { segments } = makeSegments([part('This is a sentence of some words. '.repeat(40), 0, 90_000)]);
    expect(segments.length).toBeGreaterThan(5);
    expect(segments.every(({ text }) => text.endsWith('.'))).toBe(true);
    expect(segments.at(-1)?.endMs).toBeLessThanOrEqual(90_000);
  });

  it('of a single word of a hundred pages is cut, and nothing of it goes', () => {
    const { segments } = makeSegments([part('가'.repeat(50_000), 0, 1000)]);
    expect(segments.map(({ text }) => text.length)).toEqual([20_000, 20_000, 10_000]);
  });

  it('of what was exported here stays', () => {
    const long = part('This is a sentence of some words. '.repeat(40).trim(), 0, 90_000);
    expect(makeSegments([long], { isOurs: true }).segments).toHaveLength(1);
  });
});
