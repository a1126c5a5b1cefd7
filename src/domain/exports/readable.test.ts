import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ReadableSource, readableOf } from './readable.ts';

const source = (changes: Partial<ReadableSource>): ReadableSource => ({
  title: 'Talk',
  transcript: '',
  timestampedTranscript: [],
  speakerNames: {},
  showSpeakers: true,
  duration: 3723.4,
  language: 'en',
  createdAt: '2026-11-21T10:11:12.000Z',
  ...changes,
});
const said = (speaker: string, start: number, text: string) => ({ speaker, start, text });

describe('readableOf', () => {
  it('has the speakers with their colors and times, and the known facts of the recording', () =>
    expect(
      readableOf(
        source({
          timestampedTranscript: [said('A', 0, 'One two.'), said('B', 61, 'Three.'), said('B', 62, '  ')],
          speakerNames: { B: ' Bo\u0000b\n' },
        }),
      ),
    ).toEqual({
      title: 'Talk',
      facts: '1:02:03 · 3 words · 2 speakers · English · 2026-11-21',
      language: 'en',
      paragraphs: [
        { heading: { speaker: 'A', color: 1, time: '0:00' }, text: 'One two.' },
        { heading: { speaker: 'Bo b', color: 2, time: '1:01' }, text: 'Three.' },
      ],
    }));

  it.each([
    ['Pacific/Auckland', '2026-11-22'],
    ['UTC', '2026-11-21'],
    ['America/Los_Angeles', '2026-11-21'],
  ])('dates the recording by the day of the reader, in %s', (zone, day) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(readableOf(source({ createdAt: '2026-11-21T20:00:00.000Z' })).facts).toContain(day);
  });

  it('counts words of a script without spaces, and names the language', () =>
    expect(
      readableOf(source({ language: 'zh', timestampedTranscript: [said('A', 0, '今天天气很好。')] })).facts,
    ).toContain(' · 3 words · 1 speaker · Chinese · '));

  it('leaves out unknown facts', () =>
    expect(
      readableOf(source({ duration: null, language: null, transcript: 'Only.\n\n text \u0007here.' })),
    ).toEqual({
      title: 'Talk',
      facts: '3 words · 2026-11-21',
      language: null,
      paragraphs: [
        { heading: null, text: 'Only.' },
        { heading: null, text: 'text here.' },
      ],
    }));

  it('counts one speaker if speakers are hidden', () => {
    const timestampedTranscript = [said('A', 0, 'One.'), said('B', 2, 'Two.')];
    const readable = readableOf(source({ timestampedTranscript, showSpeakers: false }));
    expect(readable.facts).toContain('1 speaker ·');
    expect(readable.paragraphs.map(({ heading, text }) => [heading?.speaker, text])).toEqual([
      ['A', 'One. Two.'],
    ]);
  });
});
