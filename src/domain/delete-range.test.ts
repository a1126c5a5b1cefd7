import { expect, it } from 'vitest';
import { leftOver } from './delete-range.ts';

const same = { isSameSpeaker: true, hasOthers: true, maxLength: 20 };

it.each([
  [{ before: 'one', after: 'two' }, same, { first: 'one two', last: null }],
  [
    { before: 'one', after: 'two' },
    { ...same, isSameSpeaker: false },
    { first: 'one', last: 'two' },
  ],
  [{ before: 'one', after: 'x'.repeat(17) }, same, { first: 'one', last: 'x'.repeat(17) }],
  [{ before: '今日は', after: '天気' }, same, { first: '今日は天気', last: null }],
  [{ before: 'one', after: '' }, same, { first: 'one', last: null }],
  [{ before: '', after: 'two' }, same, { first: null, last: 'two' }],
  [{ before: '', after: '' }, same, { first: null, last: null }],
  [
    { before: '', after: '' },
    { ...same, hasOthers: false },
    { first: '', last: null },
  ],
])('a deletion that keeps %j under %j leaves %j', (parts, facts, left) => {
  expect(leftOver(parts, facts)).toEqual(left);
});
