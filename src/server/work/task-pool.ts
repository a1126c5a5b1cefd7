import { availableParallelism } from 'node:os';
import { createProcessPool } from './process-pool.ts';
import { TaskReply, type WorkTask } from './tasks.ts';

/** Processes that do what needs nothing but a processor, so that the server answers others meanwhile. */
export interface TaskPool {
  /**
   * Rejects with the signal's reason as soon as that is aborted, with an AppError 'busy' where too much waits or the task takes more than a
   * process may have, and with an Error of what the task threw.
   */
  run<Result>(task: WorkTask, signal: AbortSignal): Promise<Result>;
  /** Ends all at once, and rejects what waits or runs. */
  close(): Promise<void>;
}

/** More processes do not help whoever waits, as the database has its work too. */
const MOST_PROCESSES = 4;
const LIMITS = {
  waiting: 200,
  /** The longest summary without a service takes some seconds. */
  timeMs: 60_000,
  graceMs: 1000,
  /** To load its code takes a process a third of a second: it stays for the next ones. */
  idleMs: 60_000,
  retiresAfter: { workedMs: 60_000, tasks: Number.POSITIVE_INFINITY },
  heapMb: 512,
  maxBytes: 1_000_000_000,
} as const;

/** One core is left to the server itself. */
export function processesFor(cores: number): number {
  return Math.max(1, Math.min(MOST_PROCESSES, cores - 1));
}

/** Starts no process before there is something to do. */
export function createTaskPool(processes = processesFor(availableParallelism())): TaskPool {
  const pool = createProcessPool<WorkTask, TaskReply>({
    file: new URL('./task-process.ts', import.meta.url),
    answer: TaskReply,
    processes,
    tooMuch: 'busy',
    ...LIMITS,
  });
  return {
    run: async <Result>(task: WorkTask, signal: AbortSignal) => {
      const reply = await pool.run(task, signal);
      if ('failure' in reply) throw new Error(`A task failed in its process: ${reply.failure}`);
      // The process answers by the kind of the task.
      return reply.result as Result;
    },
    close: () => pool.close(),
  };
}
