import { expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

it.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['Dr. Smith came at 10 a.m. today. He left.', ['Dr. Smith came at 10 a.m. today.', 'He left.']],
  ['今天开会。明天休息。', ['今天开会。', '明天休息。']],
  ['no stops at all', ['no stops at all']],
  ['  ', []],
])('splits %j', (text, sentences) => {
  const found = splitSentences(text);
  expect(found.map((sentence) => sentence.text)).toEqual(sentences);
  for (const sentence of found) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});
