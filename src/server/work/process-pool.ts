import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { guardProcess } from '../media/guard.ts';
import { startConfined } from './confined-process.ts';
import { createQueue } from './gate.ts';

/**
 * Warm processes for tasks of one kind, with limits on time and memory. The death of one affects nothing else: a process can be
 * killed at any moment, a thread cannot (decision 034).
 */
export interface ProcessPool<Task, Answer> {
  /** Announces a task, so that a process can be started. */
  prepare(): void;
  /**
   * Rejects with the signal's reason as soon as it is aborted, with an AppError `tooMuch` if the process exceeds its limits or
   * dies, and with an AppError 'busy' if too much is waiting. An aborted task that is still waiting is dropped.
   */
  run(task: Task, signal?: AbortSignal): Promise<Answer>;
  /** Kills all processes at once. Waiting, running and later tasks are rejected. */
  close(): Promise<void>;
}

export interface ProcessPoolOptions<Answer> {
  /** The script that a process runs; it answers through `answerTasks`. */
  file: URL;
  answer: z.ZodType<Answer>;
  /** The most processes at once; they are started on demand. */
  processes: number;
  /** Tasks that may wait for a process. */
  waiting: number;
  /** Per task. */
  timeMs: number;
  /** How long an abandoned task may go on: killing its process would cost the next task a start. */
  graceMs: number;
  /** An idle process exits after this time. */
  idleMs: number;
  /** A process that has worked longer or done more tasks than this is replaced by a new one. */
  retiresAfter: { workedMs: number; tasks: number };
  heapMb: number;
  /** Of resident memory: the heap and everything outside it. */
  maxBytes: number;
  /** The error for a task that exceeded its process's limits. */
  tooMuch: ErrorCode;
}

/** Cores that a process may use at once: garbage collection runs in parallel. */
const CORES = 4;

interface Warm {
  child: ChildProcess;
  tasks: number;
  workedMs: number;
  /** Resolves with how the process ended. */
  gone: Promise<string>;
  timer?: NodeJS.Timeout | undefined;
}

/** Creates a pool without starting a process; processes start when there are tasks. */
export function createProcessPool<Task, Answer>(
  options: ProcessPoolOptions<Answer>,
): ProcessPool<Task, Answer> {
  const { processes, waiting, timeMs, graceMs, idleMs, retiresAfter } = options;
  const all = new Set<Warm>();
  const idle: Warm[] = [];
  const inTurn = createQueue({ atOnce: processes, waiting });
  const closing = new AbortController();
  const wanted = new Set<AbortController>();
  const start = (): Warm => {
    const child = startConfined({
      file: fileURLToPath(options.file),
      heapMb: options.heapMb,
      processorSeconds: Math.ceil((CORES * (retiresAfter.workedMs + timeMs)) / 1000),
    });
    const gone = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    });
    const warm: Warm = { child, tasks: 0, workedMs: 0, gone };
    all.add(warm);
    void gone.then(() => {
      all.delete(warm);
      const index = idle.indexOf(warm);
      if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
    });
    return warm;
  };
  const rest = (warm: Warm) => {
    // Neither keeps this process alive.
    holdProcess(warm.child, false);
    warm.timer = setTimeout(() => void takeIdle()?.child.kill('SIGKILL'), idleMs).unref();
    idle.push(warm);
  };
  // The longest idle first, so that its timer is the next to fire.
  const takeIdle = (): Warm | undefined => {
    const warm = idle.shift();
    clearTimeout(warm?.timer);
    return warm;
  };
  const begin = async (task: Task, wish: AbortSignal): Promise<Answer> => {
    const warm = takeIdle() ?? start();
    holdProcess(warm.child, true);
    const end = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const leave = () => {
      grace = setTimeout(() => end.abort(wish.reason), graceMs).unref();
    };
    wish.addEventListener('abort', leave, { once: true });
    try {
      const answer = await ask(warm, task, { ...options, signal: end.signal });
      const hasWorkedEnough = warm.workedMs > retiresAfter.workedMs || warm.tasks >= retiresAfter.tasks;
      if (hasWorkedEnough || closing.signal.aborted) warm.child.kill('SIGKILL');
      else rest(warm);
      return options.answer.parse(answer);
    } finally {
      clearTimeout(grace);
      wish.removeEventListener('abort', leave);
    }
  };
  return {
    prepare: () => {
      if (idle.length === 0 && all.size < processes && !closing.signal.aborted) rest(start());
    },
    run: async (task, signal = new AbortController().signal) => {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      const wish = new AbortController();
      const { promise: left, reject } = Promise.withResolvers<never>();
      left.catch(() => undefined);
      wish.signal.addEventListener('abort', () => reject(wish.signal.reason), { once: true });
      const leave = () => wish.abort(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      wanted.add(wish);
      try {
        const done = inTurn(wish.signal, () => begin(task, wish.signal));
        return await Promise.race([done, left]);
      } finally {
        wanted.delete(wish);
        signal.removeEventListener('abort', leave);
      }
    },
    close: async () => {
      closing.abort(new Error('The pool of processes has been closed.'));
      for (const wish of wanted) wish.abort(closing.signal.reason);
      for (const { child } of all) {
        holdProcess(child, true);
        child.kill('SIGKILL');
      }
      await Promise.all([...all].map(({ gone }) => gone));
    },
  };
}

type AskLimits = Pick<ProcessPoolOptions<unknown>, 'timeMs' | 'maxBytes' | 'tooMuch'> & {
  signal: AbortSignal;
};

/** A process that does not answer in time, or at all, is killed. */
async function ask(
  warm: Warm,
  task: unknown,
  { timeMs, maxBytes, tooMuch, signal }: AskLimits,
): Promise<unknown> {
  const { child, gone } = warm;
  const began = performance.now();
  const limits = { totalMs: timeMs, stalledMs: timeMs, maxBytes, tooLong: tooMuch, tooLarge: tooMuch };
  const guard = guardProcess(child, { ...limits, signal });
  const { promise: answered, resolve } = Promise.withResolvers<unknown>();
  child.once('message', resolve);
  try {
    // A failure to send shows as the process's exit.
    child.send(task as object, () => undefined);
    return await Promise.race([
      answered,
      gone.then((how) => {
        throw guard.reason() ?? new AppError(tooMuch, { cause: `its process ended with ${how}` });
      }),
    ]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    guard.release();
    child.off('message', resolve);
    warm.tasks += 1;
    warm.workedMs += performance.now() - began;
  }
}

function holdProcess(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
