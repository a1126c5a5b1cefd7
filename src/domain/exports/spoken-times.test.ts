import { describe, expect, it } from 'vitest';
import type { TimestampedWord } from '#contract/segments.ts';
import type { SubtitleSegment } from './cues.ts';
import { spokenTimes } from './spoken-times.ts';
import { exportSrt, srtCues } from './srt.ts';
import { exportVtt, vttCues } from './vtt.ts';

/** Slow words, then quick ones: dividing the time evenly is wrong by seconds. */
const SLOW = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ');
const QUICK = 'and all the others are said in hardly any time at all, so that nobody can follow'.split(' ');
const WORDS: TimestampedWord[] = [
  ...SLOW.map((text, index): TimestampedWord => [text, 10 + index, 10.6 + index, 1]),
  ...QUICK.map((text, index): TimestampedWord => [text, 24 + index / 10, 24.1 + index / 10, 1]),
];
const TEXT = [...SLOW, ...QUICK].join(' ');
const SEGMENT = { id: 7, revision: 2, speaker: 'Speaker 1', text: TEXT, start: 10, end: 25.7 };
const KNOWN = new Map([[7, { id: 7, revision: 2, words: WORDS }]]);

const sourceOf = (...timestampedTranscript: SubtitleSegment[]) => ({
  timestampedTranscript,
  speakerNames: { 'Speaker 1': 'One Two' },
  showSpeakers: true,
});

/** The start of a cue's first word and the end of its last. */
function saidAt(cue: string): number[] {
  const shown = cue.replace('One Two:', '').trim().split(/\s+/);
  const all = [...SLOW, ...QUICK];
  const first = all.findIndex((_, at) => shown.every((word, index) => all[at + index] === word));
  return [WORDS[first]?.[1] ?? -1, WORDS[first + shown.length - 1]?.[2] ?? -1];
}

describe('cues cut at words', () => {
  it.each([
    ['WebVTT', vttCues],
    ['SRT', srtCues],
  ])('are shown when their words are said (%s)', (_, cuesOf) => {
    const cues = cuesOf(sourceOf(SEGMENT), KNOWN);
    expect(cues.length).toBeGreaterThan(1);
    for (const { startMs, endMs, text } of cues) {
      const [start = 0, end = 0] = saidAt(text);
      expect(startMs, text).toBe(Math.round(start * 1000));
      expect(Math.abs(endMs - end * 1000), text).toBeLessThan(150);
    }
  });

  it.each([
    ['WebVTT', vttCues],
    ['SRT', srtCues],
  ])('begin and end with the passage where somebody has set its times (%s)', (_, cuesOf) => {
    const usual = cuesOf(sourceOf(SEGMENT), KNOWN);
    const set = cuesOf(sourceOf({ ...SEGMENT, start: 9.2, end: 27 }), KNOWN);
    expect(set.map(({ text }) => text)).toEqual(usual.map(({ text }) => text));
    expect(set[0]?.startMs).toBe(9200);
    expect(set.at(-1)?.endMs).toBe(27_000);
    const within = (cues: typeof set) => cues.flatMap(({ startMs, endMs }) => [startMs, endMs]).slice(1, -1);
    expect(within(set)).toEqual(within(usual));
  });

  it('have the same texts as cues that share the time evenly', () => {
    const [even, cut] = [srtCues(sourceOf(SEGMENT)), srtCues(sourceOf(SEGMENT), KNOWN)];
    expect(cut.map(({ text }) => text)).toEqual(even.map(({ text }) => text));
    expect(cut.map(({ startMs }) => startMs)).not.toEqual(even.map(({ startMs }) => startMs));
  });

  it('fall back to dividing the time evenly for edited text, for unknown words, and if there is no room', () => {
    const even = vttCues(sourceOf(SEGMENT));
    expect(vttCues(sourceOf({ ...SEGMENT, revision: 3 }), KNOWN)).toMatchObject(even);
    expect(vttCues(sourceOf({ ...SEGMENT, id: 8 }), KNOWN)).toEqual(even);
    const other = { ...SEGMENT, id: 9, start: 11, end: 12, text: 'At once.' };
    expect(vttCues(sourceOf(SEGMENT, other), KNOWN)).toEqual(vttCues(sourceOf(SEGMENT, other)));
    const sameStart = { ...other, start: 10 };
    expect(vttCues(sourceOf(SEGMENT, sameStart), KNOWN)).toEqual(vttCues(sourceOf(SEGMENT, sameStart)));
  });

  it('are written by both formats', () => {
    const times = (file: string) => file.match(/^\S+ --> \S+$/gm)?.map((line) => line.replaceAll(',', '.'));
    const unnamed = { ...sourceOf(SEGMENT), speakerNames: {} };
    expect(times(exportVtt(unnamed, KNOWN))).toEqual(times(exportSrt(unnamed, KNOWN)));
    expect(times(exportVtt(unnamed, KNOWN))).not.toEqual(times(exportVtt(unnamed)));
  });
});

describe('spokenTimes', () => {
  const words: TimestampedWord[] = [
    ['今天', 1, 2, null],
    ['我们', 2, 4, null],
    ['开会', 5, 6, null],
  ];

  it('divides a word by length if a part ends within it', () =>
    expect(spokenTimes({ text: '今天我们开会', lead: '', parts: ['今天我', '们开会'], words })).toEqual([
      { startMs: 1000, endMs: 3000 },
      { startMs: 3000, endMs: 6000 },
    ]));

  it('does not search for words in the name', () =>
    expect(
      spokenTimes({
        text: '今天 我们',
        lead: '今天:',
        parts: ['今天: 今天', '我们'],
        words: words.slice(0, 2),
      }),
    ).toEqual([
      { startMs: 1000, endMs: 2000 },
      { startMs: 2000, endMs: 4000 },
    ]));

  it.each([
    ['a part has no word', '今天 hello', ['今天', 'hello']],
    ['a part is the name alone', '今天', ['Anna', ':', '今天']],
  ])('is not known where %s', (_, text, parts) =>
    expect(spokenTimes({ text, lead: parts.length > 2 ? 'Anna:' : '', parts, words })).toBeNull(),
  );

  it('is not known if the words go back in time', () =>
    expect(
      spokenTimes({
        text: 'b a',
        lead: '',
        parts: ['b', 'a'],
        words: [
          ['b', 3, 4, 1],
          ['a', 1, 2, 1],
        ],
      }),
    ).toBeNull());
});
