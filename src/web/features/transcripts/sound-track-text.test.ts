import { expect, it } from 'vitest';
import { soundTrackText } from './sound-track-text.ts';

it.each([
  [1, 2, 'This recording has 2 sound tracks. This is the text of the first.'],
  [6, 6, 'This recording has 6 sound tracks. This is the text of the sixth.'],
  [7, 16, 'This recording has 16 sound tracks. This is the text of track 7.'],
])('names sound track %i of %i', (number, of, text) => expect(soundTrackText({ number, of })).toBe(text));
