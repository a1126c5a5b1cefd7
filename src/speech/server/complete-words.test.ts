import { expect, it } from 'vitest';
import { completeWords } from './complete-words.ts';

const timed = (text: string) =>
  text
    .split(' ')
    .map((each, index): { text: string; end: number | null } => ({ text: each, end: index + 1 }));
const untimed = (text: string) => ({ text, end: null });
const texts = (words: string, text: string) =>
  completeWords(timed(words), text, untimed).map((word) => word.text);

it.each([
  ['Well yes I know', 'Well, yes. I know!', ['Well,', 'yes.', 'I', 'know!']],
  ['I am twenty five now', 'I am twenty-five now.', ['I', 'am', 'twenty-five', 'now.']],
  ['one uh two three', 'One, two, three.', ['One,', 'uh', 'two,', 'three.']],
  ['yes no', '- Yes. - No.', ['Yes.', 'No.']],
  ['already there.', 'Already, there.', ['already', 'there.']],
  ['nothing here', 'nothing here', ['nothing', 'here']],
])('gives the words of "%s" what "%s" has', (words, text, expected) => {
  expect(texts(words, text)).toEqual(expected);
});

it.each([
  ['In we were people.', 'In 2014 we were 35 people.', ['In', '2014', 'we', 'were', '35', 'people.']],
  [
    'we were there in',
    '10 years ago we were there, in 2014.',
    ['10', 'years', 'ago', 'we', 'were', 'there,', 'in', '2014.'],
  ],
  ['我 们 年 谈。', '我们2014年谈。', ['我', '们', '2014', '年', '谈。']],
])('finds the words that "%s" lacks of "%s"', (words, text, expected) => {
  expect(texts(words, text)).toEqual(expected);
});

it('does not say twice what only comes later', () => {
  expect(texts('the a b c the end.', 'A b c the end.')).toEqual(['the', 'a', 'b', 'c', 'the', 'end.']);
});

it('knows no times of what was left out, and the end of a joined word by its last part', () => {
  expect(completeWords(timed('twenty five'), 'Twenty-five of 30.', untimed)).toEqual([
    { text: 'Twenty-five', end: 2 },
    { text: 'of', end: null },
    { text: '30.', end: null },
  ]);
});

it('keeps all words of a long text that is quite another one, and only those', () => {
  const words = 'Lorem ipsum dolor sit amet '.repeat(2000).trim();
  expect(texts(words, 'quite another text, '.repeat(2000))).toEqual(words.split(' '));
});

it('takes no word twice that the text divides in another way', () => {
  const said = '人 も います が、 工事 は 来年 の春に 始まります。 「高すぎる」 と 言いました。';
  expect(texts(said, said.replaceAll(' ', '')).join('')).toBe(said.replaceAll(' ', ''));
  expect(texts('twentyfive people', 'twenty five people')).toEqual(['twentyfive', 'people']);
});
