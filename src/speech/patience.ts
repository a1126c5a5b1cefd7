import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from './speech-error.ts';

/** A service may ask to wait for hours: whether to do that is for people to decide. */
const LONGEST_OBEYED_MS = 60_000;

export interface Waiting {
  /** The waits before each retry. */
  waitsMs: readonly number[];
  /** The waits while a model is being loaded, which are counted by themselves; the same by default. */
  loadingMs?: readonly number[];
  /** No attempt begins later than this after the first failure; by default the waits alone decide. */
  withinMs?: number | undefined;
  signal: AbortSignal;
}

/**
 * Retries a request that the service refused for now (429, or 503 while it loads a model), could not do (500) or did not answer,
 * after these waits or the time it asks for; once only if it took longer than it may. `attempt` throws SpeechError; the last one is
 * rethrown.
 */
export async function withPatience<Result>(
  { waitsMs, loadingMs = waitsMs, withinMs = Number.POSITIVE_INFINITY, signal }: Waiting,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const left = { usual: [...waitsMs], loading: [...loadingMs] };
  let failedAt: number | undefined;
  let tookTooLong = 0;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SpeechError)) throw error;
      const usualMs = left[error.problem.code === 'loading' ? 'loading' : 'usual'].shift();
      const waitMs = usualMs === undefined ? null : waitFor(error, usualMs);
      failedAt ??= performance.now();
      if (error.problem.code === 'unreachable' && error.problem.tookTooLong) tookTooLong += 1;
      const isTooLate = waitMs !== null && performance.now() + waitMs - failedAt > withinMs;
      if (waitMs === null || isTooLate || tookTooLong > 1) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function waitFor({ problem, status = 0 }: SpeechError, usualMs: number): number | null {
  switch (problem.code) {
    case 'unreachable':
      return usualMs;
    case 'failed':
      return status >= 500 ? usualMs : null;
    case 'rate_limited':
    case 'loading': {
      const waitMs = problem.retryAfterMs ?? usualMs;
      return waitMs <= LONGEST_OBEYED_MS ? waitMs : null;
    }
    default:
      return null;
  }
}
