import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { childEnvironment } from '../child-environment.ts';
import { Reply, type Request } from './protocol.ts';

export interface PoolOptions {
  /** Child processes at most; each uses one core. */
  size: number;
  modelsDir: string;
}

/** A piece of work for a child and how its answer looks. */
export interface Task<T> {
  request: Request;
  result: z.ZodType<T>;
  signal: AbortSignal;
  onProgress?: (doneMs: number) => void;
  /** Somebody waits for it while speaking: it goes before all that waits. */
  isUrgent?: boolean;
}

interface Job {
  request: Request;
  deaths: number;
  onProgress: (doneMs: number) => void;
  succeed: (result: unknown) => void;
  fail: (error: unknown) => void;
}

interface Worker {
  process: ChildProcess;
  job: Job | undefined;
  /** Ends the child when it hangs in its work or has been idle for long. */
  timer: NodeJS.Timeout | undefined;
  errorText: string;
}

/** Native crashes are tried once more on a fresh child, because they may be the machine's and not the recording's fault. */
const MAX_DEATHS = 2;
/** A child that holds 300 MB is let go when nobody has spoken for ten minutes. */
const IDLE_MS = 10 * 60_000;
/** The longest work is the speakers of a very long recording; whatever takes longer hangs. */
const HANGING_MS = 30 * 60_000;

/** Child processes that do the heavy work, made when needed and kept warm. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #waiting: Job[] = [];
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Ids of the child processes that live now. */
  processIds(): number[] {
    return [...this.#workers].flatMap(({ process }) => (process.pid ? [process.pid] : []));
  }

  /**
   * Has a child do the work. Rejects with the signal's reason when aborted (a child that is at it is killed), with the
   * child's message when the work fails, and with an Error when two children died of it.
   */
  run<T>({ request, result, signal, onProgress, isUrgent = false }: Task<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) throw new Error('The speech engine is closed');
      signal.throwIfAborted();
      const abort = () => {
        this.#drop(job);
        job.fail(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', abort);
      const job: Job = {
        request,
        deaths: 0,
        onProgress: onProgress ?? (() => undefined),
        succeed: (answer) => {
          settle();
          const parsed = result.safeParse(answer);
          if (parsed.success) resolve(parsed.data);
          else
            reject(new Error('A speech process gave an answer of the wrong form', { cause: parsed.error }));
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      if (isUrgent) this.#waiting.unshift(job);
      else this.#waiting.push(job);
      this.#assign();
    });
  }

  /** Ends all children; what runs or waits is rejected. Resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Error('The speech engine was closed');
    const workers = [...this.#workers];
    const exits = workers.map(({ process }) => hasExited(process));
    for (const job of this.#waiting.splice(0)) job.fail(closed);
    for (const worker of workers) {
      const { job } = worker;
      this.#kill(worker);
      job?.fail(closed);
    }
    await Promise.all(exits);
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#workers].find(({ job }) => !job);
      const worker = idle ?? (this.#workers.size < this.#options.size ? this.#spawn() : undefined);
      const job = worker && this.#waiting.shift();
      if (!worker || !job) return;
      this.#give(worker, job);
    }
  }

  #give(worker: Worker, job: Job): void {
    worker.job = job;
    restartTimer(worker, HANGING_MS, () => worker.process.kill('SIGKILL'));
    // A failure to send shows as the child's exit, which is handled there.
    worker.process.send(job.request, () => undefined);
  }

  #spawn(): Worker {
    const process = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [this.#options.modelsDir], {
      env: childEnvironment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = { process, job: undefined, timer: undefined, errorText: '' };
    this.#workers.add(worker);
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      worker.errorText = (worker.errorText + text).slice(-2000);
    });
    process.on('message', (message) => {
      const reply = Reply.safeParse(message);
      this.#hear(
        worker,
        reply.success ? reply.data : { type: 'failed', message: 'A speech process sent nonsense' },
      );
    });
    process.once('error', (error) => this.#bury(worker, error.message));
    process.once('exit', (code, signal) => this.#bury(worker, `${signal ?? `exit code ${code}`}`));
    return worker;
  }

  #hear(worker: Worker, reply: Reply): void {
    const { job } = worker;
    if (!job) return;
    if (reply.type === 'progress') {
      job.onProgress(reply.doneMs);
      return;
    }
    worker.job = undefined;
    restartTimer(worker, IDLE_MS, () => this.#kill(worker));
    if (reply.type === 'done') job.succeed(reply.result);
    else job.fail(new Error(reply.message));
    this.#assign();
  }

  /** A child died by itself. */
  #bury(worker: Worker, reason: string): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.timer);
    const { job } = worker;
    if (job && ++job.deaths < MAX_DEATHS) this.#give(this.#spawn(), job);
    else
      job?.fail(
        new Error(`A speech process ended twice at the same work (${reason}) ${worker.errorText}`.trim()),
      );
    this.#assign();
  }

  /** Takes a job away from where it waits or is done. */
  #drop(job: Job): void {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    for (const worker of this.#workers) if (worker.job === job) this.#kill(worker);
    this.#assign();
  }

  #kill(worker: Worker): void {
    this.#workers.delete(worker);
    clearTimeout(worker.timer);
    worker.process.kill('SIGKILL');
  }
}

function restartTimer(worker: Worker, delayMs: number, action: () => void): void {
  clearTimeout(worker.timer);
  worker.timer = setTimeout(action, delayMs).unref();
}

function hasExited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
}
