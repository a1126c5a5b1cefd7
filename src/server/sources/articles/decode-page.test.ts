import { expect, it } from 'vitest';
import { encodeText } from '#tests/support/encode-text.ts';
import { decodePage } from './decode-page.ts';

// Too short a text to be recognized by its characters.
const WORD = 'Ямб';
const page = (head: string) => encodeText(`<html><head>${head}<title>${WORD}</title>`, 'windows-1251');
const META = '<meta charset="windows-1251">';

it.each([
  ['at once', META],
  ['in the old form', '<META content="text/html; charset = Windows-1251" http-equiv=Content-Type>'],
  ['without quotation marks', '<meta charset=windows-1251/>'],
  ['after a long comment', `<!-- ${'x '.repeat(5000)} -->${META}`],
  ['after long scripts', `<script>${'"<p>";'.repeat(20_000)}</script><style>p > a {}</style>${META}`],
  ['after other declarations', `<meta name="viewport" content="width=device-width"><meta charset="">${META}`],
  ['after one in a comment', `<!-- <meta charset="koi8-r"> -->${META}`],
  ['after one in a script', `<script>'<meta charset="koi8-r">'</script>${META}`],
])('reads the encoding of a page that declares it %s', (_, head) => {
  expect(decodePage(page(head), 'text/html').includes(WORD)).toBe(true);
});

it.each(['<!-- x', '<script> x', '<style> x'])('reads a page in which %j does not end', (head) => {
  expect(decodePage(Buffer.from(`${head} é`), 'text/html')).toBe(`${head} é`);
});
