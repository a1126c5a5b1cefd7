import { availableParallelism } from 'node:os';
import { createProcessPool } from './process-pool.ts';
import { TaskReply, type WorkTask } from './tasks.ts';

/** Processes for CPU-bound tasks, so that the server stays responsive. */
export interface TaskPool {
  /**
   * Rejects with the signal's reason as soon as it is aborted, with an AppError 'busy' if too much is waiting or the task exceeds
   * a process's limits, and with an Error for what the task threw.
   */
  run<Result>(task: WorkTask, signal: AbortSignal): Promise<Result>;
  /** Ends all processes at once, and rejects waiting and running tasks. */
  close(): Promise<void>;
}

/** More processes do not help, because the database has its work, too. */
const MAX_PROCESSES = 4;
const LIMITS = {
  waiting: 200,
  /** The longest summary without a service takes some seconds. */
  timeMs: 60_000,
  graceMs: 1000,
  /** Loading its code takes a process a third of a second, so it stays for the next tasks. */
  idleMs: 60_000,
  retiresAfter: { workedMs: 60_000, tasks: Number.POSITIVE_INFINITY },
  heapMb: 512,
  maxBytes: 1_000_000_000,
} as const;

/** Leaves one core to the server itself. */
export function processesFor(cores: number): number {
  return Math.max(1, Math.min(MAX_PROCESSES, cores - 1));
}

/** Starts no process until there is a task. */
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
      if ('failure' in reply) throw new Error(`A task failed in its worker process: ${reply.failure}`);
      // The kind of the task determines the result's type.
      return reply.result as Result;
    },
    close: () => pool.close(),
  };
}
