import {
  type Perform,
  perform as performAtOnce,
  type TaskInputs,
  type TaskKind,
} from '#ai/extractive/tasks.ts';
import type { TextPassage } from '#domain/passages.ts';
import { createBudget } from './budget.ts';
import type { Caller } from './caller.ts';
import { createGate } from './gate.ts';
import type { Memory } from './memory.ts';
import { createTaskPool } from './task-pool.ts';
import type { WorkTask } from './tasks.ts';

/** Anything that costs more than a quick database query, limited so that nobody can take all capacity from others. */
export interface Work {
  /**
   * Runs costly work: fairly queued, charged to the caller, and with a bounded share of the database connections. Rejects with
   * the reason of the caller's signal if the caller leaves before it begins, and with an AppError 'too_many_requests' (this
   * caller has used, or asks for, too much) or 'busy' (too much is waiting). Never nest it: it would wait for itself.
   */
  run<Result>(caller: Caller, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** The same for a cached value: only the first caller to ask is charged. */
  recall<Value>(
    caller: Caller,
    { memory, key }: { memory: Memory<Value>; key: string },
    make: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  /** Does a task of an analysis, a long one in another process. */
  perform: Perform;
  /** Does a task in another process. */
  inProcess<Result>(task: WorkTask, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

export interface WorkOptions {
  /** The most database connections that this process may have. */
  connections: number;
}

/** The share of the database connections, in percent; the rest is for quick requests: health checks, signing in, lists. */
const PERCENT_OF_CONNECTIONS = 25;
const MAX_CONCURRENT = 8;
const WAITING = { waiting: 500, waitingEach: 20 };
/** Half a minute of work at once, then a quarter of what one core can do. */
const BUDGET = { maxMs: 30_000, perSecondMs: 250, keys: 50_000 };
/** The length of text, in characters, from which a task moves to another process: about 10 ms of work. */
const LONG = 15_000;

/** Creates the gate and the budget for expensive reads, sized by the number of database connections. */
export function createWork({ connections }: WorkOptions): Work {
  const atOnce = Math.max(
    2,
    Math.min(MAX_CONCURRENT, Math.floor((connections * PERCENT_OF_CONNECTIONS) / 100)),
  );
  const gate = createGate({ atOnce, atOnceEach: Math.ceil(atOnce / 2), ...WAITING });
  const budget = createBudget(BUDGET);
  const tasks = createTaskPool();
  const run: Work['run'] = async (caller, work) => {
    budget.check(caller.key);
    return gate.run(caller, async () => {
      const started = performance.now();
      try {
        return await work(caller.signal);
      } finally {
        budget.consume(caller.key, performance.now() - started);
      }
    });
  };
  return {
    run,
    recall: (caller, { memory, key }, make) =>
      memory.get(key, caller.signal, (signal) => run({ key: caller.key, signal }, make)),
    perform: async (kind, input, signal = NEVER) => {
      signal.throwIfAborted();
      if (lengthOf(input) < LONG) return performAtOnce(kind, input);
      // The kind and its input come as a pair.
      return tasks.run({ kind, input } as WorkTask, signal);
    },
    inProcess: (task, signal) => tasks.run(task, signal),
    close: () => tasks.close(),
  };
}

const NEVER = new AbortController().signal;

function lengthOf(input: TaskInputs[TaskKind]): number {
  const passages =
    'sources' in input
      ? input.sources.flatMap(({ passages }): readonly TextPassage[] => passages)
      : input.passages;
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}
