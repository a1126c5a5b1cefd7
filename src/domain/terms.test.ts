import { expect, it } from 'vitest';
import { stem } from './stemming.ts';
import { splitForComparison, splitTerms } from './terms.ts';

it.each([
  ['Don’t stop, Zoë!', ['dont', 'stop', 'zoe']],
  ['今天讨论桥梁 2027', ['今天', '讨论', '桥梁', '2027']],
  ['Мост-2', ['мост', '2']],
  ['don\u02bct don\uff07t don‘t', ['dont', 'dont', 'dont']],
  ['in\u00adfor\u200bmation\u00ad 1\u20602', ['information', '12']],
  ['Straße, ﬁne ＡＢＣ１２', ['strasse', 'fine', 'abc12']],
  ['他说‘你好’', ['他', '说', '你好']],
])('splits %j into words', (text, words) => {
  expect(splitTerms(text).map(({ word }) => word)).toEqual(words);
  for (const { start, end } of splitTerms(text)) expect(text.slice(start, end)).not.toMatch(/\s/);
});

it('compares scripts without spaces by character', () =>
  expect(splitForComparison('今天 ok').map(({ word }) => word)).toEqual(['今', '天', 'ok']));

it.each([
  ['decided', 'decide'],
  ['deciding', 'decides'],
  ['running', 'runs'],
  ['payments', 'paid'],
  ['studies', 'studied'],
  ['wrote', 'written'],
  ['glasses', 'glass'],
  ['marriage', 'married'],
  ['installation', 'installed'],
])('treats %j and %j as forms of one word', (one, other) => expect(stem(one)).toBe(stem(other)));

it.each([
  ['bus', 'but'],
  ['thing', 'the'],
  ['мосты', 'мост'],
  ['ring', 'run'],
])('keeps %j and %j apart', (one, other) => expect(stem(one)).not.toBe(stem(other)));
