import { describe, expect, it } from 'vitest';
import type { SubtitleSource } from './cues.ts';
import { exportVtt, VTT_NEEDS_SEGMENTS } from './vtt.ts';

const said = (start: number, end: number | null, text: string, speaker = 'Speaker 1') => ({
  speaker,
  text,
  start,
  end,
});
const vtt = (segments: SubtitleSource['timestampedTranscript'], changes: Partial<SubtitleSource> = {}) =>
  exportVtt({ timestampedTranscript: segments, speakerNames: {}, showSpeakers: true, ...changes });

/** Parses the part of WebVTT that the export uses: https://www.w3.org/TR/webvtt1/#syntax */
function parse(file: string) {
  const [head, ...blocks] = file.trimEnd().split('\n\n');
  expect(head).toBe('WEBVTT');
  return blocks.map((block) => {
    const [id = '', times = '', ...lines] = block.split('\n');
    const [, start = '', end = ''] =
      /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})$/.exec(times) ?? [];
    const text = lines.join('\n');
    expect(text).not.toContain('-->');
    const voice = /^<v ([^\n<>]+)>/.exec(text);
    return {
      id,
      start,
      end,
      voice: voice ? entities(voice[1] ?? '') : null,
      text: entities(text.slice(voice?.[0].length ?? 0)),
    };
  });
}

function entities(text: string): string {
  expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

describe('exportVtt', () => {
  it('numbers from 1 and gives each subtitle the voice of its speaker', () =>
    expect(
      parse(
        vtt([said(0, 1.5, 'Hi.', 'A'), said(1.5, 2, 'Again.', 'A'), said(3600, null, 'Bye.', 'B')], {
          speakerNames: { B: 'Bo & <Co>' },
        }),
      ),
    ).toEqual([
      { id: '1', start: '00:00:00.000', end: '00:00:01.500', voice: 'A', text: 'Hi.' },
      { id: '2', start: '00:00:01.500', end: '00:00:02.000', voice: 'A', text: 'Again.' },
      { id: '3', start: '01:00:00.000', end: '01:00:03.000', voice: 'Bo & <Co>', text: 'Bye.' },
    ]));

  it('keeps what looks like tags, entities and times as text', () => {
    const [cue] = parse(vtt([said(0, 2, '<b>x</b> &amp; a\n\n00:01 --> 00:02\u0000')]));
    expect(cue?.text.replace('\n', ' ')).toBe('<b>x</b> &amp; a 00:01 → 00:02');
  });

  it('has no voice tags if there is only a default label, or if speakers are hidden', () => {
    expect(parse(vtt([said(0, 1, 'Hi.')]))[0]?.voice).toBeNull();
    const two = [said(0, 1, 'Hi.', 'A'), said(1, 2, 'Ho.', 'B')];
    expect(parse(vtt(two, { showSpeakers: false })).map(({ voice }) => voice)).toEqual([null, null]);
  });

  it('cuts long lines as SRT does', () => {
    for (const { text } of parse(vtt([said(0, 9, 'word '.repeat(60))])))
      expect(text).toMatch(/^[^\n]{1,42}(\n[^\n]{1,42})?$/);
  });

  it.each([[[]], [[said(0, 1, ' ')]]])('rejects %j, in which nothing is said', (segments) =>
    expect(() => vtt(segments)).toThrow(VTT_NEEDS_SEGMENTS),
  );
});
