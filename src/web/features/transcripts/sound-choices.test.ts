import { expect, it } from 'vitest';
import type { SoundTrackFacts } from '#contract/sound-tracks.ts';
import { soundChoiceOf, soundChoices } from './sound-choices.ts';

const TRACK = { language: null, title: null, channels: 1, hasSound: true, isAside: false };

function recording(number: number | null, mixed: number[], ...changes: Partial<SoundTrackFacts>[]) {
  const tracks = changes.map((change, at) => ({ ...TRACK, number: at + 1, ...change }));
  return { number, mixed, of: Math.max(tracks.length, 2), tracks };
}

const labels = (...sound: Parameters<typeof soundChoices>) =>
  soundChoices(...sound).map(({ label }) => label);

it('names tracks by their language and title', () => {
  const film = recording(
    1,
    [],
    { language: 'en' },
    { language: 'pt-BR', title: 'Dublado' },
    { title: 'Director', isAside: true },
  );
  expect(labels(film)).toEqual([
    'All 3 mixed',
    'Track 1: English',
    'Track 2: Brazilian Portuguese, Dublado',
    'Track 3: Director, commentary',
  ]);
  expect(soundChoiceOf({ soundTrack: film })).toBe(1);
});

it('leaves out tracks in which nothing is heard', () => {
  expect(labels(recording(2, [], { hasSound: false }, {}))).toEqual(['Track 2']);
  expect(labels(recording(null, [2, 3], { hasSound: false }, {}, {}))).toEqual([
    'Both mixed',
    'Track 2',
    'Track 3',
  ]);
});

it('knows how many there are where nothing else is known', () => {
  expect(labels(recording(1, []))).toEqual(['Both mixed', 'Track 1', 'Track 2']);
});

it('keeps a mix that leaves some out', () => {
  const microphones = recording(null, [1, 3], {}, { isAside: true }, {});
  expect(soundChoices(microphones)[0]).toEqual({ choice: null, label: 'Tracks 1, 3 mixed' });
  expect(soundChoiceOf({ soundTrack: microphones })).toBeNull();
  expect(soundChoiceOf({ soundTrack: recording(null, [1, 2], {}, {}) })).toBe('mixed');
  expect(soundChoiceOf({ soundTrack: null })).toBeNull();
});
