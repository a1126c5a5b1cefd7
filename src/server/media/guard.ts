import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

export interface Limits {
  signal: AbortSignal;
  /** The whole may take this long. */
  totalMs: number;
  /** Between two signs of life it may take this long; see `alive`. */
  stalledMs: number;
  /** Of resident memory. */
  maxBytes: number;
  /** What an AppError says of a file that takes too long, or too much memory. */
  tooLong: ErrorCode;
  tooLarge: ErrorCode;
}

export interface Guard {
  /** To be called whenever the process shows that it gets on. */
  alive(): void;
  /** Why the process was ended, if it was. */
  reason(): Error | undefined;
  release(): void;
}

/** Somebody else ended the process: whoever stops the whole machine, or the system for want of memory. No fault of the file. */
export class Interrupted extends Error {}

/** Signals by which others end a process; a crash has other ones (SIGSEGV, SIGABRT, SIGILL). */
const OF_OTHERS: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** Whether a process that ended in this way (its signal, or its exit code) was ended by somebody else, where the guard did not do it. */
export function isEndedByOthers(how: NodeJS.Signals | number | null): boolean {
  return OF_OTHERS.has(how);
}

/** What is packed tightly grows by some hundred megabytes in a second. */
const WATCH_MS = 100;
/** A longer time between two looks is counted as this much. */
const STOOD_STILL_MS = 5000;
const PAGE_BYTES = 4096;
const NICE = 10;

/** Keeps a process that reads a stranger's file within its limits of time and memory, behind the web server in priority, and ends it when the work is aborted. */
export function guardProcess(child: ChildProcess, limits: Limits): Guard {
  const { signal, totalMs, stalledMs } = limits;
  let reason: Error | undefined;
  let workedMs = 0;
  let lastSignMs = 0;
  let lastLook = performance.now();
  const end = (cause: Error) => {
    reason ??= cause;
    child.kill('SIGKILL');
  };
  const onAbort = () => end(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  const watch = setInterval(() => {
    // By no clock that can be set, and without the time in which this process itself stood still: a machine that slept is not the file's fault.
    const now = performance.now();
    workedMs += Math.min(now - lastLook, STOOD_STILL_MS);
    lastLook = now;
    if (workedMs > totalMs || workedMs - lastSignMs > stalledMs) end(new AppError(limits.tooLong));
    residentBytes(child.pid).then((bytes) => {
      if (bytes > limits.maxBytes) end(new AppError(limits.tooLarge, { cause: 'it takes too much memory' }));
    }, ignore);
  }, WATCH_MS);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  lowerPriority(child.pid);
  return {
    alive: () => {
      lastSignMs = workedMs;
    },
    reason: () => reason,
    release: () => {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
  } catch {
    // It has ended already.
  }
}

/** Resident memory; 0 where the system does not tell (no /proc). */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * PAGE_BYTES;
}

function ignore(): void {}
