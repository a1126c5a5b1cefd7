import { expect, it } from 'vitest';
import { isRightToLeft, isUnspaced, LANGUAGES, languageName, mainSubtag } from './languages.ts';

it('lists each language once, by a tag that has a name', () => {
  const tags = LANGUAGES.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
  for (const tag of tags) expect(languageName(tag), tag).not.toBe(tag);
});

it.each([
  ['de', 'German'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['yue', 'Cantonese'],
  ['no such tag', 'no such tag'],
])('names the language %j in English, or by its tag if it is not known', (tag, name) =>
  expect(languageName(tag)).toBe(name),
);

it('knows which are written from right to left, by the script if the tag has one', () => {
  const turned = ['ar', 'he-IL', 'iw', 'fa', 'ur-PK', 'AZ-Arab-IR', 'zh-min-arab', 'yi'];
  for (const tag of turned) expect(isRightToLeft(tag), tag).toBe(true);
  for (const tag of ['az', 'de', 'ks-Deva', 'ur-Latn', 'en-arabic', 'zh-Hans', 'und', ''])
    expect(isRightToLeft(tag), tag).toBe(false);
});

it('knows which are written without spaces', () => {
  for (const tag of ['zh-TW', 'ZH_Hans', 'ja', 'th', 'my', 'cmn']) expect(isUnspaced(tag), tag).toBe(true);
  for (const tag of ['ko', 'en', 'vi', 'und', '']) expect(isUnspaced(tag), tag).toBe(false);
});

it('takes the language of a tag', () => expect(mainSubtag('pt_BR')).toBe('pt'));
