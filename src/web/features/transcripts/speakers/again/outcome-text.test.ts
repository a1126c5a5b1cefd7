import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text.ts';

it.each([
  [5, 3, 41, '3 speakers instead of 5; 41 passages change.'],
  [2, 1, 1, '1 speaker instead of 2; 1 passage changes.'],
  [2, 2, 1200, 'Still 2 speakers; 1,200 passages change.'],
  [2, 2, 0, 'The same speakers were found: nothing changes.'],
])(
  'says what changes from %i to %i speakers in %i passages',
  (speakersBefore, speakersAfter, changedSegments, text) => {
    expect(outcomeText({ speakersBefore, speakersAfter, changedSegments })).toBe(text);
  },
);
