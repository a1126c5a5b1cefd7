import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '../speech-error.ts';

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

/** A service may ask to wait for hours: whether to do that is for people to decide. */
const LONGEST_OBEYED_MS = 60_000;
const GROWTH = 1.5;

/** Increasing waits, up to the longest. */
export function* growingWaits({ firstLookMs, longestLookMs }: Patience): Generator<number, never> {
  for (let waitMs = firstLookMs; ; waitMs = Math.min(longestLookMs, waitMs * GROWTH)) yield waitMs;
}

/**
 * Retries a request that the service refused for now (429) or did not answer, after these waits or the time it asks for.
 * `attempt` throws SpeechError; the last one is rethrown.
 */
export async function withPatience<Result>(
  waitsMs: readonly number[],
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const usualMs = waitsMs[tried];
      const waitMs = usualMs === undefined ? null : waitFor(error, usualMs);
      if (waitMs === null) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function waitFor(error: unknown, usualMs: number): number | null {
  if (!(error instanceof SpeechError)) return null;
  const { problem } = error;
  if (problem.code === 'unreachable') return usualMs;
  if (problem.code !== 'rate_limited') return null;
  const waitMs = problem.retryAfterMs ?? usualMs;
  return waitMs <= LONGEST_OBEYED_MS ? waitMs : null;
}
