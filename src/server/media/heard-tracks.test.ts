import { describe, expect, it } from 'vitest';
import { heardTracks, type ListenedTrack, trackLanguage, trackTitle } from './heard-tracks.ts';

const TRACK = { language: null, isDefault: true, isAside: false, heard: 'sound' } as const;

/** Tracks that differ from a usual one in this. */
function tracks(...changes: Partial<ListenedTrack>[]): ListenedTrack[] {
  return changes.map((change, at) => ({ ...TRACK, number: at + 1, ...change }));
}

const [en, de, silent, unknown, aside, other] = [
  { language: 'en' },
  { language: 'de' },
  { heard: 'silence' },
  { heard: 'nothing' },
  { isAside: true },
  { isDefault: false },
] as const;

describe('heardTracks', () => {
  it.each([
    ['the only one', tracks({}), [1]],
    ['the only one, even if it cannot be decoded', tracks(unknown), [1]],
    ['nothing where there is none', [], []],
    ['all that say no language', tracks({}, {}, {}), [1, 2, 3]],
    ['all in one language', tracks(en, en), [1, 2]],
    ['all microphones that were on', tracks(silent, {}, unknown, {}), [2, 4]],
    ['the only one with sound', tracks(silent, {}), [2]],
    ['the first of translations', tracks(en, de), [1]],
    ['the first where only one says its language', tracks({}, en), [1]],
    ['the default translation', tracks({ ...en, ...other }, de), [2]],
    [
      'another translation than the default one, which is silent',
      tracks({ ...en, ...silent }, de, { ...en, ...other }),
      [2],
    ],
    ['no commentary', tracks(en, { ...en, ...aside }), [1]],
    ['no commentary among microphones', tracks({}, aside, {}), [1, 3]],
    ['a commentary if there is nothing else', tracks(silent, aside), [2]],
    ['silence rather than what cannot be decoded', tracks(unknown, silent), [2]],
  ] as const)('takes %s', (_, all, heard) => {
    expect(heardTracks(all, null)).toEqual(heard);
  });

  it('takes what was chosen, if that is there', () => {
    expect(heardTracks(tracks(en, de, silent), 2)).toEqual([2]);
    expect(heardTracks(tracks(en, de, silent), 3)).toEqual([3]);
    expect(heardTracks(tracks(en, de, { ...en, ...aside }, silent), 'mixed')).toEqual([1, 2, 3]);
    expect(heardTracks(tracks(en, de), 3)).toEqual([1]);
    expect(heardTracks(tracks(en, unknown), 2)).toEqual([1]);
    expect(heardTracks(tracks(silent, silent), 'mixed')).toEqual([1]);
  });
});

it.each([
  ['eng', 'en'],
  ['ger', 'de'],
  ['deu', 'de'],
  ['pt-BR', 'pt-BR'],
  ['und', null],
  ['mul', null],
  ['', null],
  [undefined, null],
  ['English', null],
  ['e\u0000n', null],
])('reads the language %j as %j', (code, tag) => {
  expect(trackLanguage(code)).toBe(tag);
});

it.each([
  ['Ann', 'Ann'],
  [' Ann\u0000\n\u202eBen ', 'Ann Ben'],
  ['GrÃ¼Ãe', null],
  ['', null],
  [undefined, null],
  ['a'.repeat(500), 'a'.repeat(100)],
])('reads the title %j as %j', (tag, title) => {
  expect(trackTitle(tag)).toBe(title);
});
