import { describe, expect, it } from 'vitest';
import { RecordingId } from '#contract/ids.ts';
import { fromElsewhere, isLeftElsewhere } from './kept-recordings.ts';

const id = RecordingId.parse('AAAAAAAAAAAAAAAAAAAAAA');
const createdAt = '2026-11-21T17:45:00.000Z';
const changedAt = '2026-11-21T18:00:00.000Z';
const recording = { id, createdAt, changedAt, pieces: 12, sizeBytes: 5000 };
const later = (minutes: number) => Date.parse(changedAt) + minutes * 60_000;

describe('isLeftElsewhere', () => {
  it('offers what only the server has and nobody seems to be recording any more', () => {
    expect(isLeftElsewhere(recording, [], later(3))).toBe(true);
    expect(isLeftElsewhere(recording, [], later(1))).toBe(false);
    expect(isLeftElsewhere(recording, [id], later(3))).toBe(false);
    expect(isLeftElsewhere({ ...recording, pieces: 0 }, [], later(3))).toBe(false);
  });

  it('is made a transcript from all the pieces that are there, with nothing to follow', () => {
    const { kept, elapsedMs, sizeBytes, isElsewhere } = fromElsewhere(recording, 7);
    expect(kept).toMatchObject({ serverId: id, userId: 7, sentPieces: 12, sentSlices: 0 });
    expect([elapsedMs, sizeBytes, isElsewhere]).toEqual([null, 5000, true]);
  });
});
