import type { Perform } from '#ai/extractive/tasks.ts';
import type { TextPassage } from '#domain/passages.ts';
import { createBudget } from './budget.ts';
import type { Caller } from './caller.ts';
import { doTask } from './do-task.ts';
import { createGate, type Gate } from './gate.ts';
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
  /** The same for what nobody may have to wait for: with a budget of its own, and never where `run` would begin something. */
  runAside: Work['run'];
  /** The same as `run` for a cached value: only the first caller to ask is charged. */
  recall<Value>(
    caller: Caller,
    { memory, key }: { memory: Memory<Value>; key: string },
    make: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value>;
  /** Does a task of an analysis, a long one in another process. */
  perform: Perform;
  /** Does a task, a long one in another process. */
  do<Result>(task: WorkTask, signal: AbortSignal): Promise<Result>;
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
/** Beside the others, not among them. */
const ASIDE = { atOnce: 1, atOnceEach: 1, ...WAITING };
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
  const run = createRun(createGate({ atOnce, atOnceEach: Math.ceil(atOnce / 2), ...WAITING }));
  const runAside = createRun(createGate(ASIDE));
  const tasks = createTaskPool();
  const doInTurn = async <Result>(task: WorkTask, signal: AbortSignal): Promise<Result> => {
    signal.throwIfAborted();
    // The kind of the task determines the result's type.
    return lengthOf(task) < LONG ? (doTask(task) as Result) : tasks.run<Result>(task, signal);
  };
  return {
    run,
    runAside,
    recall: (caller, { memory, key }, make) =>
      memory.get(key, caller.signal, (signal) => run({ key: caller.key, signal }, make)),
    // The kind and its input come as a pair.
    perform: (kind, input, signal = NEVER) => doInTurn({ kind, input } as WorkTask, signal),
    do: doInTurn,
    close: () => tasks.close(),
  };
}

/** Runs work through a gate, on a budget. */
function createRun(gate: Gate): Work['run'] {
  const budget = createBudget(BUDGET);
  return async (caller, work) => {
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
}

const NEVER = new AbortController().signal;

function lengthOf(task: WorkTask): number {
  if (task.kind === 'pack-text' || task.kind === 'lay-out-captions') return lengthOfTexts(task.segments);
  if (task.kind === 'find-notes')
    return lengthOfTexts(task.segments) + task.notes.reduce((sum, { quote }) => sum + quote.length, 0);
  if (task.kind === 'pack-words') return task.segments.reduce((sum, { words }) => sum + words.length, 0);
  if (task.kind === 'find-speakers') return lengthOfTexts(task.passages);
  if (task.kind === 'place-words') return lengthOfTexts(task.segments) + lengthOfTexts(task.heard);
  const { input } = task;
  if ('sources' in input)
    return lengthOfTexts(input.sources.flatMap(({ passages }): readonly TextPassage[] => passages));
  return lengthOfTexts(input.passages);
}

function lengthOfTexts(texts: readonly { text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}
