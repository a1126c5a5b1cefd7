import { expect, it } from 'vitest';
import { speakerLabels } from './speaker-labels.ts';

it('numbers speakers by first appearance', () => {
  expect(speakerLabels([4, 4, 0, 4, 7])).toEqual([
    'Speaker 1',
    'Speaker 1',
    'Speaker 2',
    'Speaker 1',
    'Speaker 3',
  ]);
  expect(speakerLabels([])).toEqual([]);
});
