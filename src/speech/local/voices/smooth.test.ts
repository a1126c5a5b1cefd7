import { expect, it } from 'vitest';
import { joinMoments } from './smooth.ts';

/** Words of 300 ms, 50 ms apart, and 400 ms after one with '|'. Speakers are digits, one for each word. */
function joined(text: string, speakers: string): string {
  let ms = 0;
  const words = text.split(' ').map((each) => {
    const startMs = ms;
    ms += each.endsWith('|') ? 700 : 350;
    return { text: each.replace('|', ''), startMs, endMs: startMs + 300 };
  });
  expect(words).toHaveLength(speakers.length);
  return joinMoments(words, [...speakers]).join('');
}

it('leaves no turn of three words or fewer within a sentence', () => {
  expect(joined('a b c d e f g h i j', '1111211111')).toBe('1111111111');
  expect(joined('a b c d e f g h i j', '1111222111')).toBe('1111111111');
  expect(joined('a b c d e f g h i j', '1112222111')).toBe('2222222111');
  expect(joined('a b c d e f g h i j', '1212121212')).toMatch(/^(1+|2+)$/);
});

it.each(['Yes.', 'Yes, indeed.', 'Mm-hm.|', '你好。', 'نعم؟'])('keeps %s as a turn of its own', (said) => {
  const count = said.split(' ').length;
  const speakers = `1111${'2'.repeat(count)}1111`;
  expect(joined(`we are all here. ${said} so let us begin`, speakers)).toBe(speakers);
});

it('keeps few words before a pause', () => {
  expect(joined('we are all here now| oh really| so let us begin', '11111221111')).toBe('11111221111');
});

it('takes no words, one word, and a hundred thousand in which every word has another speaker', () => {
  expect(joinMoments([], [])).toEqual([]);
  expect(joined('a', '1')).toBe('1');
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    text: 'word',
    startMs: index * 300,
    endMs: index * 300 + 290,
  }));
  const alternating = many.map((_, index) => index % 7);
  expect(new Set(joinMoments(many, alternating)).size).toBeLessThanOrEqual(7);
});
