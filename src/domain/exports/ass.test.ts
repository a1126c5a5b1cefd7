import { describe, expect, it } from 'vitest';
import { captionFonts, captionsBetween, exportAss } from './ass.ts';

const cue = (startMs: number, endMs: number, text: string) => ({
  startMs,
  endMs,
  text,
  speaker: null,
  segmentIndex: 0,
});
const shown = (text: string) =>
  exportAss([{ startMs: 0, endMs: 1000, text }])
    .trim()
    .split('\n')
    .at(-1);

describe('captionsBetween', () => {
  it('keeps what is heard in the part, cut at its ends', () =>
    expect(
      captionsBetween([cue(0, 2000, 'a'), cue(2000, 5000, 'b'), cue(5000, 9000, 'c')], {
        startMs: 2500,
        endMs: 6000,
        language: 'en',
      }),
    ).toEqual([
      { startMs: 0, endMs: 2500, text: 'b' },
      { startMs: 2500, endMs: 3500, text: 'c' },
    ]));
});

it('begins a caption on the side of its language', () => {
  const range = { startMs: 0, endMs: 2000, language: 'ar' };
  expect(captionsBetween([cue(0, 2000, 'NATO أعلنت ذلك')], range)[0]?.text).toBe(
    '\u200fNATO أعلنت ذلك\u200f',
  );
});

describe('exportAss', () => {
  it('writes times in hundredths and lines apart', () =>
    expect(exportAss([{ startMs: 1234, endMs: 3_661_995, text: 'one\ntwo' }])).toContain(
      'Dialogue: 0,0:00:01.23,1:01:02.00,Default,,0,0,0,,one\\Ntwo\n',
    ));

  it('names the font of each script', () =>
    expect(shown('So 你好 ok')).toMatch(
      /\{\\fnNoto Sans\\fs54\}So.*\{\\fnNoto Sans SC\\fs54\}你好.*\{\\fnNoto Sans\\fs54\} ?ok$/,
    ));

  it('lets no text give commands', () =>
    expect(shown('{\\fs200}a\\Nb')).toMatch(/,,\\\{\\\u2060fs200\\\}a\\\u2060Nb$/));
});

it('names the fonts of all captions, and always the Latin one', () => {
  expect(captionFonts([])).toEqual(['latin']);
  expect(captionFonts([{ startMs: 0, endMs: 1, text: 'مرحبا\nok 🎙️' }])).toEqual(['latin', 'arabic', 'emoji']);
});
