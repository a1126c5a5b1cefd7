import { describe, expect, it } from 'vitest';
import { isUntold, languageOf, mayBeInPieces, unknownLanguagesNote } from './languages.ts';

describe('languageOf', () => {
  it.each([
    ['en', 'en'],
    ['en-US', 'en'],
    ['pt_BR', 'pt'],
    ['ZH-Hans', 'zh'],
    ['yue', 'zh'],
    ['arz', 'ar'],
    ['fi', null],
    ['he', null],
    ['und', null],
    ['', null],
    [null, null],
  ])('of %j is %j', (tag, language) => expect(languageOf(tag)).toBe(language));
});

it('knows which languages are searched in pieces; it could be any if nobody says', () => {
  for (const tag of ['zh-TW', 'ja', 'ko', 'th', 'und', null])
    expect(mayBeInPieces(tag), String(tag)).toBe(true);
  for (const tag of ['en', 'de', 'ar', 'fi']) expect(mayBeInPieces(tag), tag).toBe(false);
});

it('knows tags that say nothing', () => {
  for (const tag of [null, undefined, '', 'und', 'mul', 'und-Latn']) expect(isUntold(tag)).toBe(true);
  expect(isUntold('unr')).toBe(false);
});

describe('unknownLanguagesNote', () => {
  it.each([
    [[], /^$/],
    [['fi'], /the words of Finnish, so/],
    [['fi', 'he-IL', 'fi'], /the words of Finnish and Hebrew \(Israel\), so/],
    [[null], /the words of this language, so/],
    [['[citation:0:01]'], /the words of this language, so/],
  ])('names the languages of %j once, in one sentence', (tags, note) =>
    expect(unknownLanguagesNote(tags)).toMatch(note),
  );
});
