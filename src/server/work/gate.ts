import { AppError } from '../app-error.ts';
import type { Caller } from './caller.ts';

export interface GateLimits {
  /** Pieces of work running at once, for all callers. */
  atOnce: number;
  /** And for one caller, so that others need not wait for all of theirs. */
  atOnceEach: number;
  /** How many may wait. */
  waiting: number;
  waitingEach: number;
}

/**
 * Limits how many pieces of work run at once; the others wait, first in, first out for each caller, round robin between callers.
 */
export interface Gate {
  /**
   * Rejects with the signal's reason if the caller leaves while waiting, and with an AppError if too much is waiting:
   * 'too_many_requests' for this caller, 'busy' for all. Work that has begun holds its slot until it ends.
   */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
}

/** Creates a gate with these limits. */
export function createGate({ atOnce, atOnceEach, waiting, waitingEach }: GateLimits): Gate {
  let running = 0;
  const runningOf = new Map<string, number>();
  // In order of their turn: a caller that has had a turn goes to the end.
  const queues = new Map<string, Waiting[]>();
  let inQueues = 0;

  const mayBegin = (key: string) => running < atOnce && (runningOf.get(key) ?? 0) < atOnceEach;
  const take = (key: string) => {
    running += 1;
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1);
  };
  const refund = (key: string) => {
    running -= 1;
    const left = (runningOf.get(key) ?? 1) - 1;
    if (left > 0) runningOf.set(key, left);
    else runningOf.delete(key);
  };
  const remove = (key: string, entry: Waiting) => {
    const queue = queues.get(key);
    const at = queue?.indexOf(entry) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    inQueues -= 1;
    if (queue.length === 0) queues.delete(key);
  };
  const beginNext = () => {
    for (const [key, queue] of queues) {
      if (running >= atOnce) return;
      const [next] = queue;
      if (!next || !mayBegin(key)) continue;
      remove(key, next);
      if (queues.delete(key)) queues.set(key, queue);
      take(key);
      next.begin();
    }
  };
  const wait = ({ key, signal }: Caller) => {
    if ((queues.get(key)?.length ?? 0) >= waitingEach) throw new AppError('too_many_requests');
    if (inQueues >= waiting) throw new AppError('busy');
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        remove(key, entry);
        reject(signal.reason);
      };
      const entry = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      const queue = queues.get(key) ?? [];
      queue.push(entry);
      queues.set(key, queue);
      inQueues += 1;
    });
  };
  return {
    run: async (caller, work) => {
      caller.signal.throwIfAborted();
      if (!queues.has(caller.key) && mayBegin(caller.key)) take(caller.key);
      else await wait(caller);
      try {
        return await work();
      } finally {
        refund(caller.key);
        beginNext();
      }
    },
  };
}

/**
 * Runs at most `atOnce` pieces of work at a time; the others wait in order, and callers that leave before their turn are dropped.
 */
export function createQueue({
  atOnce,
  waiting,
}: Pick<GateLimits, 'atOnce' | 'waiting'>): <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result> {
  const gate = createGate({ atOnce, atOnceEach: atOnce, waiting, waitingEach: Number.POSITIVE_INFINITY });
  return (signal, work) => gate.run({ key: '', signal }, work);
}
