import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { AppError } from '../app-error.ts';
import { createGate } from './gate.ts';
import type { ThreadTask } from './thread-tasks.ts';

/** Threads that do what needs nothing but a processor, so that the server answers others meanwhile. */
export interface WorkThreads {
  /**
   * Rejects with the signal's reason as soon as that is aborted: work that waits is dropped, work that has begun may end within a second, as a
   * new thread costs more than most of it. Rejects with an AppError 'busy' where too much waits.
   */
  run<Result>(task: ThreadTask, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** More threads do not help whoever waits, as the database has its work too. */
const MOST_THREADS = 4;
const WAITING = 200;
/** To load its code takes a thread a third of a second: it stays for the next ones. */
const IDLE_MS = 60_000;
const GRACE_MS = 1000;
/** The longest summary without a service takes some seconds. */
const LONGEST_MS = 60_000;
const HEAP_MB = 1024;

/** One core is left to the server itself. */
export function threadsFor(cores: number): number {
  return Math.max(1, Math.min(MOST_THREADS, cores - 1));
}

/** Starts no thread before there is something to do. */
export function createWorkThreads(threads = threadsFor(availableParallelism())): WorkThreads {
  const pool = new Piscina<ThreadTask, unknown>({
    filename: new URL('./work-thread.ts', import.meta.url).href,
    name: 'work',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // A thread that sleeps in its own way cannot be told to end.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    execArgv: [],
    env: {},
  });
  const gate = createGate({ atOnce: threads, atOnceEach: threads, waiting: WAITING, waitingEach: WAITING });
  const begin = async (task: ThreadTask, signal: AbortSignal) => {
    const end = new AbortController();
    const giveUp = (afterMs: number, reason: unknown) => setTimeout(() => end.abort(reason), afterMs).unref();
    const tooLong = giveUp(LONGEST_MS, new AppError('busy'));
    let grace: NodeJS.Timeout | undefined;
    const leave = () => {
      grace = giveUp(GRACE_MS, signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await pool.run(task, { signal: end.signal });
    } finally {
      clearTimeout(tooLong);
      clearTimeout(grace);
      signal.removeEventListener('abort', leave);
    }
  };
  return {
    run: async <Result>(task: ThreadTask, signal: AbortSignal) => {
      const left = whenAborted(signal);
      try {
        const done = gate.run({ key: 'threads', signal }, () => begin(task, signal));
        // The thread answers by the kind of the task.
        return (await Promise.race([done, left.promise])) as Result;
      } finally {
        left.forget();
      }
    },
    close: () => pool.destroy(),
  };
}

function whenAborted(signal: AbortSignal) {
  let abort = () => undefined as unknown;
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  promise.catch(() => undefined);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return { promise, forget: () => signal.removeEventListener('abort', abort) };
}
