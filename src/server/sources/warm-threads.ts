import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { takeTurns } from './take-turns.ts';

/** Threads that do one kind of work on strangers' texts within limits of time and memory: the server goes on meanwhile, and a hostile text ends its thread only. */
export interface WarmThreads<Task, Answer> {
  /** Work is on its way: a thread may get ready. */
  prepare(): void;
  /** Rejects with a ThreadEnded when the limits end the thread, or with what it threw. */
  ask(task: Task): Promise<Answer>;
}

export interface ThreadWork<Answer> {
  /** The thread's file. */
  file: URL;
  answer: z.ZodType<Answer>;
  timeMs: number;
  heapMb: number;
}

/** A thread that was ended by its limits, or that ended by itself. */
export class ThreadEnded extends Error {}

/** Threads at the same time: each takes a core and some hundred megabytes. */
const AT_ONCE = 2;
/** To load a parser takes a thread as long as to parse: it stays for the next ones. */
const IDLE_MS = 30_000;
const STACK_MB = 4;

interface Idle {
  worker: Worker;
  timer: NodeJS.Timeout;
}

export function createWarmThreads<Task, Answer>(work: ThreadWork<Answer>): WarmThreads<Task, Answer> {
  const idle: Idle[] = [];
  const inTurn = takeTurns(AT_ONCE);
  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: work.heapMb, stackSizeMb: STACK_MB };
    const worker = new Worker(work.file, { resourceLimits, execArgv: [], env: {} });
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      const index = idle.findIndex((entry) => entry.worker === worker);
      if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
    });
    return worker;
  };
  const rest = (worker: Worker) => {
    // Neither keeps the process from ending.
    worker.unref();
    const timer = setTimeout(() => void take()?.terminate(), IDLE_MS).unref();
    idle.push({ worker, timer });
  };
  const take = (): Worker | undefined => {
    const entry = idle.shift();
    clearTimeout(entry?.timer);
    return entry?.worker;
  };
  return {
    prepare: () => {
      if (idle.length === 0) rest(start());
    },
    ask: (task) =>
      inTurn(async () => {
        const worker = take() ?? start();
        worker.ref();
        const answer = await ask(worker, task, work.timeMs);
        rest(worker);
        return work.answer.parse(answer);
      }),
  };
}

/** A thread that does not answer, in time or at all, is ended. */
async function ask(worker: Worker, task: unknown, timeMs: number): Promise<unknown> {
  const ended = new AbortController();
  const { signal } = ended;
  const timer = setTimeout(() => ended.abort(new ThreadEnded(`it takes longer than ${timeMs} ms`)), timeMs);
  try {
    worker.postMessage(task);
    const [message] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new ThreadEnded('the thread ended without an answer');
      }),
    ]);
    return message;
  } catch (error) {
    await worker.terminate();
    if (signal.aborted) throw signal.reason;
    throw error instanceof ThreadEnded ? error : new ThreadEnded('the thread failed', { cause: error });
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
