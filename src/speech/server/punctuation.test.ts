import { expect, it } from 'vitest';
import { withPunctuation } from './punctuation.ts';

const timed = (text: string) => text.split(' ').map((each, index) => ({ text: each, end: index + 1 }));
const texts = (words: string, text: string) => withPunctuation(timed(words), text).map((word) => word.text);

it.each([
  ['Well yes I know', 'Well, yes. I know!', ['Well,', 'yes.', 'I', 'know!']],
  ['I am twenty five now', 'I am twenty-five now.', ['I', 'am', 'twenty-five', 'now.']],
  ['one uh two three', 'One, two, three.', ['One,', 'uh', 'two,', 'three.']],
  ['one three', 'One, two, three.', ['One,', 'three.']],
  ['yes no', '- Yes. - No.', ['Yes.', 'No.']],
  ['already there.', 'Already, there.', ['already', 'there.']],
  ['nothing here', 'nothing here', ['nothing', 'here']],
])('gives the words of "%s" what "%s" has', (words, text, expected) => {
  expect(texts(words, text)).toEqual(expected);
});

it('lets a joined word last until its last part ends', () => {
  expect(withPunctuation(timed('twenty five'), 'Twenty-five.')).toEqual([{ text: 'Twenty-five.', end: 2 }]);
});

it('keeps all words of a long text that is quite another one', () => {
  const words = 'Lorem ipsum dolor sit amet '.repeat(2000).trim();
  expect(texts(words, 'quite another text, '.repeat(2000))).toEqual(words.split(' '));
});
