import { expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

it.each([
  ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
  ['Dr. Smith came at 10 a.m. today. He left.', ['Dr. Smith came at 10 a.m. today.', 'He left.']],
  ['今天开会。明天休息。', ['今天开会。', '明天休息。']],
  ['no stops at all', ['no stops at all']],
  ['  ', []],
])('splits %j into sentences, each at its place in the text', (text, sentences) => {
  const found = splitSentences(text);
  expect(found.map((sentence) => sentence.text)).toEqual(sentences);
  for (const sentence of found) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
});

it.each([
  ['de', 'Wir treffen uns z.B. am 3. Mai. Dr. Berger kommt auch.', 2],
  ['de', 'Es waren 30. Danach kamen mehr.', 2],
  ['fr', 'M. Dupont habite av. Foch. Il est là.', 2],
  ['es', 'La Sra. Prieto no está. Vive en la av. Central.', 2],
  ['es', '¿Vienes? No. Me quedo.', 3],
  ['ru', 'Это было в 1974 г. на острове. Потом стало лучше.', 2],
  ['ar', 'هل تعمل العبارة؟ نعم. تعمل اليوم.', 3],
  ['zh', '桥在哪里？在岛上！很近。', 3],
  ['fr', 'Il dit « Venez ! » et part. « Non. » Voilà.', 3],
  ['ja', '「橋はどこですか。」と聞いた。島です。', 2],
  ['zh', '他说：“桥在岛上。”大家都笑了。', 2],
  [null, 'สะพานใหม่ สวยมาก', 1],
  [null, 'یہ پل نیا ہے۔ کشتی پرانی ہے۔', 2],
  [null, 'पुल नया है। नाव पुरानी है।', 2],
] as const)('splits by the language %s: %j', (language, text, count) => {
  expect(splitSentences(text, language).map((sentence) => sentence.text)).toHaveLength(count);
});
