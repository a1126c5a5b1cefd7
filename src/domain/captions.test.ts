import { describe, expect, it } from 'vitest';
import { type Caption, captionSegments } from './captions.ts';

const line = (text: string, startMs: number, endMs: number): Caption => ({
  startMs,
  endMs,
  parts: [{ text, offsetMs: null }],
});
const spoken = (startMs: number, endMs: number, ...words: [string, number][]): Caption => ({
  startMs,
  endMs,
  parts: words.map(([text, offsetMs]) => ({ text, offsetMs })),
});
const texts = (captions: Caption[]) => captionSegments(captions).map(({ text }) => text);

describe('captions written by people', () => {
  it('become sentences, whose words share the time of each caption by length', () => {
    const segments = captionSegments([
      line('The mill stands\nby the', 1000, 3000),
      line('river. It is old.', 3000, 5500),
      line('Nobody lives there.', 5500, 8000),
    ]);
    expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['The mill stands by the river. It is old.', 1000, 5500],
      ['Nobody lives there.', 5500, 8000],
    ]);
    expect(segments[0]?.words[0]).toEqual({ text: 'The', startMs: 1000, endMs: 1333, confidence: null });
    expect(segments.every(({ timing, speaker }) => timing === 'estimated' && speaker === 'Speaker 1')).toBe(
      true,
    );
  });

  it('end at a silence, at a speaker change, and after fifteen seconds', () => {
    expect(texts([line('before', 0, 1000), line('after', 3000, 4000)])).toEqual(['before', 'after']);
    expect(texts([line('>> Who is there? >> It is me.', 0, 3000)])).toEqual(['Who is there?', 'It is me.']);
    const endless = Array.from({ length: 60 }, (_, n) => line(`and so on ${n}`, n * 1000, n * 1000 + 1000));
    for (const { startMs, endMs } of captionSegments(endless))
      expect(endMs - startMs).toBeLessThanOrEqual(15_000);
    expect(texts(endless).join(' ')).toBe(endless.map(({ parts }) => parts[0]?.text).join(' '));
  });

  it('are taken once if each line is repeated in the next caption', () => {
    const rolling = [
      line('we went down', 0, 4000),
      line('we went down to the river', 2000, 6000),
      line('to the river and swam', 4000, 8000),
    ];
    expect(texts(rolling)).toEqual(['we went down to the river and swam']);
  });

  it('keep words that are really said twice', () => {
    expect(texts([line('no no', 0, 1000), line('no no', 1000, 2000)])).toEqual(['no no no no']);
    expect(texts([line('that is so', 0, 1500), line('so be it', 1000, 2000)])).toEqual([
      'that is so so be it',
    ]);
  });

  it('in scripts without spaces are joined without spaces', () => {
    const segments = captionSegments([line('今日は', 0, 1000), line('いい天気です', 1000, 2000)]);
    expect(segments[0]?.text).toBe('今日はいい天気です');
    expect(segments[0]?.words.length).toBeGreaterThan(2);
  });

  it('may overlap, be out of order, be empty, or have no length', () => {
    const segments = captionSegments([
      line('second', 1000, 9000),
      line('first', 0, 5000),
      line(' \n\u200b', 1500, 2000),
      line('third', 2000, 2000),
    ]);
    const words = segments.flatMap((segment) => segment.words);
    expect(words.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    for (const [index, { startMs, endMs }] of words.entries()) {
      expect(endMs).toBeGreaterThanOrEqual(startMs);
      expect(startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0);
    }
    expect(captionSegments([])).toEqual([]);
  });
});

describe('captions made by a machine', () => {
  it('keep the measured times of their words', () => {
    const [segment] = captionSegments([
      spoken(80, 4000, ['so', 0], [' what', 400], [' happened', 650]),
      spoken(2000, 6000, ['next', 0], [' was', 300]),
    ]);
    expect(segment?.text).toBe('so what happened next was');
    expect(segment?.timing).toBe('measured');
    expect(segment?.words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [80, 480],
      [480, 730],
      [730, 2000],
      [2000, 2300],
      [2300, 3800],
    ]);
  });

  it('without full stops end at a pause once they are long', () => {
    const captions = Array.from({ length: 12 }, (_, n) =>
      spoken(n * 2000, n * 2000 + 2000, ['a', 0], [' b', 200]),
    );
    const segments = captionSegments(captions);
    expect(segments.length).toBeGreaterThan(1);
    for (const { startMs, endMs } of segments) expect(endMs - startMs).toBeLessThanOrEqual(15_000);
  });
});
