import { describe, expect, it } from 'vitest';
import { waveformColumns } from './waveform-columns.ts';

describe('waveformColumns', () => {
  it('keeps the loudest peak of each column', () => {
    const columns = waveformColumns({ bucketMs: 500, peaks: [10, 90, 20, 30] }, 2, 2);
    expect(columns).toEqual([
      { level: 0.9, seconds: 0.5 },
      { level: 0.3, seconds: 1.5 },
    ]);
  });

  it('repeats peaks where there are more columns than peaks, and is silent past the end', () => {
    const columns = waveformColumns({ bucketMs: 1000, peaks: [100] }, 2, 4);
    expect(columns.map((column) => column.level)).toEqual([1, 1, 0, 0]);
  });
});
