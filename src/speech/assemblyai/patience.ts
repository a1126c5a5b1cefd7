/** How long to wait for the service, in milliseconds. Tests use shorter times. */
export interface Patience {
  /** Before the first poll of a job, and the most between two polls; each wait is 1.5 times the previous one. */
  firstLookMs: number;
  longestLookMs: number;
  /** For one response; sending audio is limited only by `stallMs`. */
  answerMs: number;
  /** A connection over which sending has stalled for this long is considered lost. */
  stallMs: number;
  /** The waits before each retry while somebody waits for the first response. */
  retryMs: readonly number[];
  /** The same while the service works: its result is paid for, so longer outages are waited out. */
  lookRetryMs: readonly number[];
}

export const ASSEMBLYAI_PATIENCE: Patience = {
  firstLookMs: 3000,
  longestLookMs: 15_000,
  answerMs: 60_000,
  stallMs: 60_000,
  retryMs: [1000, 3000, 9000],
  // Half an hour in total.
  lookRetryMs: [1000, 3000, 9000, ...Array.from({ length: 60 }, () => 30_000)],
};

const GROWTH = 1.5;

/** Increasing waits, up to the longest. */
export function* growingWaits({ firstLookMs, longestLookMs }: Patience): Generator<number, never> {
  for (let waitMs = firstLookMs; ; waitMs = Math.min(longestLookMs, waitMs * GROWTH)) yield waitMs;
}
