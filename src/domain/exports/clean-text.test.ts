import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['a\u0000b\u0007\tc', 'a b c'],
    ['a\r\n\n b ', 'a b'],
    ['half \ud83d of it', 'half \ufffd of it'],
    ['evil \u202egpj.exe', 'evil gpj.exe'],
    ['\ufeffx\ufffe\uffff', 'x'],
  ])('makes %j into %j', (dirty, clean) => expect(cleanText(dirty)).toBe(clean));

  it.each(['می\u200cخواهم', '👩‍👩‍👧 ❤️', 'e\u0301 Ünï', 'שלום\u200f'])('leaves %j as it is', (text) =>
    expect(cleanText(text)).toBe(text),
  );
});
