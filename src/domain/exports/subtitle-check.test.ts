import { describe, expect, it } from 'vitest';
import { srtCues } from './srt.ts';
import { type CheckedSource, checkSubtitles } from './subtitle-check.ts';
import { vttCues } from './vtt.ts';

type Segments = CheckedSource['timestampedTranscript'];
const said = (start: number, end: number | null, text: string, id?: number): Segments[number] => ({
  speaker: 'A',
  text,
  start,
  end,
  ...(id === undefined ? {} : { id }),
});
const check = (timestampedTranscript: Segments, duration: number | null = null) => {
  const source = { timestampedTranscript, duration, speakerNames: {}, showSpeakers: true };
  return checkSubtitles(source, srtCues(source));
};
const kinds = (...input: Parameters<typeof check>) => check(...input).map(({ kind }) => kind);

describe('checkSubtitles', () => {
  it('finds nothing in good subtitles', () =>
    expect(check([said(0, 2, 'Good morning to you.'), said(2, 4, 'And to you, my friend.')], 4)).toEqual([]));

  it('finds subtitles of more than 20 characters per second', () => {
    expect(check([said(1, 2, 'Good morning.', 7), said(3, 4, 'x'.repeat(30), 8)])).toEqual([
      {
        kind: 'too-fast',
        segmentIndex: 1,
        segmentId: 8,
        cueNumber: 2,
        startSeconds: 3,
        text: 'x'.repeat(30),
        amount: 30,
      },
    ]);
    expect(kinds([said(0, 1, 'x'.repeat(20))])).toEqual([]);
  });

  it('counts a Chinese, Japanese or Korean character as two', () => {
    expect(kinds([said(0, 1, '今天的会议讨论了预算')])).toEqual([]);
    expect(kinds([said(0, 1, '今天的会议讨论了预算吗')])).toEqual(['too-fast']);
  });

  it('counts the characters that readers see, not those that make them up', () =>
    expect(kinds([said(0, 1, '👩‍👩‍👧'.repeat(15))])).toEqual([]));

  it('finds subtitles shown for less than 5/6 of a second or more than 7 seconds', () => {
    expect(
      check([said(0, 0.5, 'Hi.'), said(1, 8.5, 'Long.')]).map(({ kind, amount }) => [kind, amount]),
    ).toEqual([
      ['too-short', 0.5],
      ['too-long', 7.5],
    ]);
    expect(kinds([said(0, 0.833, 'Hi.'), said(1, 8, 'Long.')])).toEqual([]);
  });

  it('finds overlapping segments, and reports them at the last subtitle of the first', () => {
    const long = 'word '.repeat(30);
    const findings = check([said(0, 12, long), said(10, 13, 'Meanwhile.')]);
    expect(findings.map(({ kind, cueNumber, amount }) => [kind, cueNumber, amount])).toEqual([
      ['overlap', 2, 2],
    ]);
  });

  it('counts an overlap only as long as the overlapped segment', () =>
    expect(check([said(0, 6, 'Around it all.'), said(2, 3, 'Inside.')])[0]).toMatchObject({
      kind: 'overlap',
      amount: 1,
    }));

  it('ignores overlaps with blank segments', () =>
    expect(kinds([said(0, 3, 'Hello there.'), said(1, 2, '  ')])).toEqual([]));

  it('finds subtitles beyond the end of the recording, even if their end was only estimated', () => {
    expect(check([said(8, 10.5, 'Good bye.')], 10)[0]).toMatchObject({ kind: 'past-end', amount: 0.5 });
    expect(kinds([said(8, null, 'Good bye.')], 10)).toEqual(['past-end']);
    expect(kinds([said(8, 10.5, 'Good bye.')])).toEqual([]);
  });

  it('gives the index of the segment in the transcript, whatever its time', () =>
    expect(check([said(5, 6, 'x'.repeat(40), 1), said(0, 2, 'Hi there.', 2)])[0]).toMatchObject({
      segmentIndex: 0,
      segmentId: 1,
      cueNumber: 2,
    }));

  it('checks the text of each format: SRT with names, WebVTT without', () => {
    const text = 'x'.repeat(15);
    const timestampedTranscript = [said(0, 1, text), { ...said(1, 2, text), speaker: 'B' }];
    const source = { timestampedTranscript, duration: 2, speakerNames: {}, showSpeakers: true };
    const named = { ...source, speakerNames: { A: 'Alexandra' } };
    expect(checkSubtitles(named, srtCues(named)).map(({ kind, text }) => [kind, text])).toEqual([
      ['too-fast', `Alexandra: ${text}`],
    ]);
    expect(checkSubtitles(named, vttCues(named))).toEqual([]);
  });
});
