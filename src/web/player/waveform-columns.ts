export interface Waveform {
  bucketMs: number;
  peaks: readonly number[];
}

export interface Column {
  /** 0 to 1. */
  level: number;
  /** The moment in the middle of the column. */
  seconds: number;
}

/** The loudest peak of each column of a waveform that is `count` columns wide and `durationSeconds` long. */
export function waveformColumns(
  { bucketMs, peaks }: Waveform,
  durationSeconds: number,
  count: number,
): Column[] {
  const columnMs = (durationSeconds * 1000) / count;
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * columnMs) / bucketMs);
    const to = Math.max(from + 1, Math.ceil(((index + 1) * columnMs) / bucketMs));
    let level = 0;
    for (let bucket = from; bucket < to; bucket += 1) level = Math.max(level, peaks[bucket] ?? 0);
    return { level: level / 100, seconds: ((index + 0.5) * columnMs) / 1000 };
  });
}
