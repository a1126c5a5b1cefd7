import { expect, it } from 'vitest';
import type { Transcript } from '#contract/transcripts.ts';
import { languageSource } from './language-source.ts';

it.each<[Transcript['languageBy'], Transcript['engine'], string | undefined]>([
  ['person', 'local', 'Somebody has said so.'],
  ['choice', 'server', 'It was chosen before the recording was transcribed.'],
  ['engine', 'local', 'Local engine understands nothing else.'],
  ['engine', 'server', 'Speech server heard German.'],
  ['engine', null, 'The captions say so.'],
  [null, 'local', undefined],
])('says how the language is known: by %s, of %s', (languageBy, engine, text) => {
  expect(languageSource({ language: 'de', languageBy, engine })).toBe(text);
});
