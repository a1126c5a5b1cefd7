import { describe, expect, it } from 'vitest';
import { diarizationError, readRttm, type SpeakerTurn } from './diarization-error.ts';

const turn = (speaker: string, startMs: number, endMs: number): SpeakerTurn => ({ speaker, startMs, endMs });
const reference = [turn('ann', 0, 4000), turn('bob', 5000, 9000)];

describe('diarizationError', () => {
  it('is zero if only the names differ', () => {
    expect(diarizationError(reference, [turn('1', 0, 4000), turn('0', 5000, 9000)], 0).rate).toBe(0);
  });

  it('counts the smaller part as confused if two speakers are taken for one', () => {
    const error = diarizationError(reference, [turn('0', 0, 4000), turn('0', 5000, 8000)], 0);
    expect(error).toEqual({ totalMs: 8000, missedMs: 1000, inventedMs: 0, confusedMs: 3000, rate: 0.5 });
  });

  it('counts invented speech, but not within the collar', () => {
    const found = [turn('0', 0, 4200), turn('1', 5000, 9000)];
    expect(diarizationError(reference, found, 0).inventedMs).toBe(200);
    expect(diarizationError(reference, found, 250).inventedMs).toBe(0);
  });

  it('counts overlapped speech for each speaker', () => {
    const both = [turn('ann', 0, 2000), turn('bob', 0, 2000)];
    expect(diarizationError(both, [turn('0', 0, 2000)], 0)).toMatchObject({
      totalMs: 4000,
      missedMs: 2000,
      rate: 0.5,
    });
  });

  it('finds the best match of speakers, not the first', () => {
    const found = [turn('0', 0, 1000), turn('1', 1000, 4000), turn('0', 5000, 9000)];
    expect(diarizationError(reference, found, 0).confusedMs).toBe(1000);
  });
});

it('reads the turns of a file in RTTM, and skips its remarks', () => {
  const text = 'SPEAKER sample 1 6.690 0.430 <NA> <NA> speaker90 <NA> <NA>\n;; a remark\n\n';
  expect(readRttm(text)).toEqual([turn('speaker90', 6690, 7120)]);
});
