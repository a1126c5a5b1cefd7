import { setTimeout as delay } from 'node:timers/promises';
import { AnalysisError } from './analysis-error.ts';

export interface RetryOptions {
  /** How many times a failed call is repeated; defaults to 2. */
  retries?: number;
  /** The first wait; each further one is twice as long. Defaults to 500. */
  firstWaitMs?: number;
}

/** Longer waits are for people to decide: the services' clients would obey a `retry-after` of an hour. */
const LONGEST_WAIT_MS = 5000;

/**
 * Repeats a failed call as long as no part of its answer was shown: when the service is overloaded, limits the rate for some
 * seconds or is unreachable. `attempt` throws `AnalysisError`; the last one is rethrown.
 */
export async function withRetries<T>(
  { retries = 2, firstWaitMs = 500 }: RetryOptions,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = error instanceof AnalysisError ? waitFor(error, firstWaitMs * 2 ** tried) : null;
      if (waitMs === null || tried >= retries) throw error;
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function waitFor({ problem }: AnalysisError, usualMs: number): number | null {
  switch (problem.code) {
    case 'rate_limited': {
      const waitMs = problem.retryAfterMs ?? usualMs;
      return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
    }
    case 'overloaded':
    case 'unreachable':
      return usualMs;
    default:
      return null;
  }
}
