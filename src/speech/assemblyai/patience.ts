import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '../speech-error.ts';

/** How long the service is waited for, in milliseconds. Tests are less patient. */
export interface Patience {
  /** Before the first look at a job, and the most between two looks; each wait is half as long again as the one before. */
  firstLookMs: number;
  longestLookMs: number;
  /** For one answer; sending sound is limited by `stallMs` alone. */
  answerMs: number;
  /** Sending stands still for so long: the connection is taken for lost. */
  stallMs: number;
  /** Before a request is made again, one wait for each time, while somebody waits for the first answer. */
  retryMs: readonly number[];
  /** The same while the service works: its result is paid for, so that a longer breakdown is waited out. */
  lookRetryMs: readonly number[];
}

export const PATIENCE: Patience = {
  firstLookMs: 3000,
  longestLookMs: 15_000,
  answerMs: 60_000,
  stallMs: 60_000,
  retryMs: [1000, 3000, 9000],
  // Half an hour together.
  lookRetryMs: [1000, 3000, 9000, ...Array.from({ length: 60 }, () => 30_000)],
};

/** A service may ask to be left alone for hours: that is for people to decide on. */
const LONGEST_OBEYED_MS = 60_000;
const GROWTH = 1.5;

/** Waits, each longer than the one before, up to the longest. */
export function* growingWaits({ firstLookMs, longestLookMs }: Patience): Generator<number, never> {
  for (let waitMs = firstLookMs; ; waitMs = Math.min(longestLookMs, waitMs * GROWTH)) yield waitMs;
}

/**
 * Makes a request again that the service refused for now (429) or did not answer, after these waits or after what it asks for.
 * `attempt` throws SpeechError; the last one is thrown on.
 */
export async function withRetries<Result>(
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

/** Waits; rejects with the signal's reason as soon as that is aborted. */
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
