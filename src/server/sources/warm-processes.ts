import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { guardProcess } from '../media/guard.ts';
import { startReader } from './reader-process.ts';
import { takeTurns } from './take-turns.ts';

/** Processes that do one kind of work on strangers' texts within limits of time and memory: a hostile text ends its process only. */
export interface WarmProcesses<Task, Answer> {
  /** Work is on its way: a process may get ready. */
  prepare(): void;
  /** Rejects with an AppError `tooMuch` when the limits end the process or it ends by itself, and with the signal's reason. */
  ask(task: Task, signal?: AbortSignal): Promise<Answer>;
}

export interface ProcessWork<Answer> {
  /** What the process runs; it answers by `answerTasks`. */
  file: URL;
  answer: z.ZodType<Answer>;
  /** For one task. */
  timeMs: number;
  heapMb: number;
  /** Of resident memory: the heap, and what the heap does not count. */
  maxBytes: number;
  /** What people are told of a task that a process could not bear. */
  tooMuch: ErrorCode;
}

/** Processes at the same time: each takes a core and some hundred megabytes. */
const AT_ONCE = 2;
/** To load a parser takes a process as long as to parse: it stays for the next ones. */
const IDLE_MS = 30_000;
/** What has worked for longer, or has been asked more often, gives its place and its memory to a new one. */
const RETIRES_AFTER_MS = 3000;
const RETIRES_AFTER_TASKS = 100;
const CORES = 4;

interface Warm {
  child: ChildProcess;
  tasks: number;
  workedMs: number;
  /** Resolves when it has ended, with how. */
  gone: Promise<string>;
  timer?: NodeJS.Timeout | undefined;
}

export function createWarmProcesses<Task, Answer>(work: ProcessWork<Answer>): WarmProcesses<Task, Answer> {
  const idle: Warm[] = [];
  const inTurn = takeTurns(AT_ONCE);
  const start = (): Warm => {
    const child = startReader({
      file: fileURLToPath(work.file),
      heapMb: work.heapMb,
      processorSeconds: Math.ceil((CORES * (RETIRES_AFTER_MS + work.timeMs)) / 1000),
    });
    const gone = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    });
    const warm: Warm = { child, tasks: 0, workedMs: 0, gone };
    void gone.then(() => {
      const index = idle.indexOf(warm);
      if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
    });
    return warm;
  };
  const rest = (warm: Warm) => {
    // Neither keeps this process from ending.
    holdProcess(warm.child, false);
    warm.timer = setTimeout(() => void take()?.child.kill('SIGKILL'), IDLE_MS).unref();
    idle.push(warm);
  };
  const take = (): Warm | undefined => {
    const warm = idle.shift();
    clearTimeout(warm?.timer);
    return warm;
  };
  return {
    prepare: () => {
      if (idle.length === 0) rest(start());
    },
    ask: (task, signal = new AbortController().signal) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const warm = take() ?? start();
        holdProcess(warm.child, true);
        const answer = await ask(warm, task, { ...work, signal });
        if (warm.workedMs > RETIRES_AFTER_MS || warm.tasks >= RETIRES_AFTER_TASKS) warm.child.kill('SIGKILL');
        else rest(warm);
        return work.answer.parse(answer);
      }),
  };
}

type AskLimits = Pick<ProcessWork<unknown>, 'timeMs' | 'maxBytes' | 'tooMuch'> & { signal: AbortSignal };

/** A process that does not answer, in time or at all, is ended. */
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
    // A failure to send shows as the end of the process.
    child.send(task as object, () => undefined);
    return await Promise.race([
      answered,
      gone.then((how) => {
        throw guard.reason() ?? new AppError(tooMuch, { cause: `its reader ended with ${how}` });
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
