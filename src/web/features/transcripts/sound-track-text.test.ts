import { expect, it } from 'vitest';
import { missingTrackText, soundTrackText } from './sound-track-text.ts';

it.each([
  [1, 2, [], 'This recording has 2 sound tracks. This is the text of the first.'],
  [6, 6, [], 'This recording has 6 sound tracks. This is the text of the sixth.'],
  [7, 16, [], 'This recording has 16 sound tracks. This is the text of track 7.'],
  [null, 2, [1, 2], 'This recording has 2 sound tracks. This is the text of both, mixed.'],
  [null, 3, [1, 2, 3], 'This recording has 3 sound tracks. This is the text of all of them, mixed.'],
  [null, 3, [1, 3], 'This recording has 3 sound tracks. This is the text of tracks 1 and 3, mixed.'],
])('names sound track %j of %i, or those of %j that are mixed', (number, of, mixed, text) =>
  expect(soundTrackText({ number, of, mixed })).toBe(text),
);

it('says why a track that was asked for is not heard', () => {
  expect(missingTrackText(3)).toBe('Sound track 3 was asked for, but this recording has no such track.');
  expect(missingTrackText(3, 2)).toBe('Sound track 3 was asked for, but this recording has no such track.');
  expect(missingTrackText(2, 2)).toBe('Sound track 2 was asked for, but nothing can be heard of it.');
});
