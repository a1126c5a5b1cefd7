import { expect, it } from 'vitest';
import { excerptAround } from './excerpt.ts';

const LONG = `${'before '.repeat(40)}the NEEDLE is here ${'after '.repeat(40)}`.trim();

it('returns a short text whole', () => {
  expect(excerptAround('A short text.', 'short')).toBe('A short text.');
});

it('cuts a long text between words around the first match', () => {
  const excerpt = excerptAround(LONG, 'needle');
  expect(excerpt).toMatch(/^…before .*the NEEDLE is here .*after…$/);
  expect(excerpt.length).toBeLessThan(220);
});

it('shows the beginning if the match is there or there is none', () => {
  expect(excerptAround(LONG, 'zzz').startsWith('before')).toBe(true);
});

it('does not cut inside a character if there are no spaces', () => {
  const excerpt = excerptAround('😀'.repeat(300), '😀😀');
  expect(excerpt.isWellFormed()).toBe(true);
});

it.each([
  ['ja', '市の会議で長い時間話し合いました。'],
  ['zh', '今天我们在会议上讨论了很多重要的问题。'],
])('cuts a text in %s between words, although it has no spaces', (language, sentence) => {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(sentence)];
  const places = words.map(({ index }) => index);
  for (const [index] of [...'0123456789'].entries()) {
    const before = sentence.repeat(12) + '橋'.repeat(index);
    const excerpt = excerptAround(`${before}NEEDLE${sentence.repeat(12)}`, 'needle');
    const [start = '', end = ''] = excerpt.replaceAll('…', '').split('NEEDLE');
    expect(places).toContain((before.length - start.length) % sentence.length);
    expect(places).toContain(end.length % sentence.length);
  }
});
