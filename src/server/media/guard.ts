import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

export interface Limits {
  signal: AbortSignal;
  /** The time limit of the whole task. */
  totalMs: number;
  /** The time limit between two signs of life; see `alive`. */
  stalledMs: number;
  /** Of resident memory. */
  maxBytes: number;
  /** The error code for a file that takes too long or too much memory. */
  tooLong: ErrorCode;
  tooLarge: ErrorCode;
}

export interface Guard {
  /** Call whenever the process makes progress. */
  alive(): void;
  /** Why the guard killed the process, if it did. */
  reason(): Error | undefined;
  release(): void;
}

/** Something else ended the process: a shutdown of the machine, or the system for lack of memory. Not the file's fault. */
export class Interrupted extends Error {}

/** Signals with which others end a process; a crash has different ones (SIGSEGV, SIGABRT, SIGILL). */
const OF_OTHERS: ReadonlySet<unknown> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/**
 * Whether a process that exited with this signal or exit code was ended by something else, provided the guard did not kill it.
 */
export function isEndedByOthers(how: NodeJS.Signals | number | null): boolean {
  return OF_OTHERS.has(how);
}

/** Highly compressed data can expand by some hundred megabytes per second. */
const WATCH_MS = 100;
/** A longer time between two checks counts as only this much. */
const STOOD_STILL_MS = 5000;
const PAGE_BYTES = 4096;
const NICE = 10;

/**
 * Enforces time and memory limits on a process that reads a stranger's file, gives it a lower priority than the web server, and
 * kills it when the work is aborted.
 */
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
    // Uses a monotonic clock, and excludes time in which this process itself was suspended: a machine that slept is not the
    // file's fault.
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
    // It has already exited.
  }
}

/** Resident memory; 0 if the system does not report it (no /proc). */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * PAGE_BYTES;
}

function ignore(): void {}
