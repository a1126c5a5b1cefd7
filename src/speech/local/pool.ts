import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { childEnvironment } from '../child-environment.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '../short-of-memory.ts';
import { type Capacity, capacityOf, LEAN } from './capacity.ts';
import { type AvailableMemory, readMemory as readMemoryHere, residentBytes } from './memory.ts';
import { LEAN_ARGUMENT, SpeechReply, type SpeechRequest } from './protocol.ts';

export interface PoolOptions {
  /** The most child processes, whatever the memory; each uses one core. */
  size: number;
  modelsDir: string;
  /** Called each time the system killed a child, most likely for lack of memory. */
  onKilled?: ((memory: AvailableMemory) => void) | undefined;
  /** Replaces the system's figures in tests. */
  readMemory?: (() => AvailableMemory) | undefined;
}

/** A piece of work for a child, and the schema of its result. */
export interface SpeechTask<T> {
  request: SpeechRequest;
  result: z.ZodType<T>;
  signal: AbortSignal;
  onProgress?: (doneMs: number) => void;
  /** Somebody is speaking and waits for it: takes precedence over everything queued. */
  isUrgent?: boolean;
}

interface Job {
  request: SpeechRequest;
  deaths: number;
  onProgress: (doneMs: number) => void;
  succeed: (result: unknown) => void;
  fail: (error: unknown) => void;
}

interface Worker {
  process: ChildProcess;
  isLean: boolean;
  job: Job | undefined;
  /** We killed it ourselves, because it hung. */
  isEnded: boolean;
  /** Kills the child when its work hangs or it has been idle for long. */
  timer: NodeJS.Timeout | undefined;
  errorText: string;
}

/**
 * After a native crash the work is retried once on a fresh child, because the machine may be at fault rather than the recording.
 */
const MAX_DEATHS = 2;
/** A child that holds 300 MB is ended after ten idle minutes; a lean one sooner, because others need its memory. */
const IDLE_MS = 10 * 60_000;
const LEAN_IDLE_MS = 30_000;
/** For this long after the system has killed a child, only one lean process is used. */
const CAUTIOUS_MS = 10 * 60_000;
/** The longest work is diarizing a very long recording; anything longer has hung. */
const HANGING_MS = 30 * 60_000;

/** glibc then keeps one heap and trims it; Node.js collects young objects more often. */
const LEAN_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };
const LEAN_NODE = ['--max-semi-space-size=2'];

/** Child processes that do the heavy work, started on demand and kept warm. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #waiting: Job[] = [];
  #isClosed = false;
  #kills = 0;
  #cautiousUntil = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Ids of the running child processes. */
  processIds(): number[] {
    return [...this.#workers].flatMap(({ process }) => (process.pid ? [process.pid] : []));
  }

  /** Children that the system has killed so far. */
  get kills(): number {
    return this.#kills;
  }

  memory(): AvailableMemory {
    return (this.#options.readMemory ?? readMemoryHere)();
  }

  /** What the memory allows now, including running children; null: no child can be started. */
  capacity(): Capacity | null {
    const { size } = this.#options;
    const heldBytes = this.processIds().reduce((sum, id) => sum + residentBytes(id), 0);
    const allowed = capacityOf(this.memory(), { wanted: size, heldBytes });
    return allowed && performance.now() < this.#cautiousUntil ? LEAN : allowed;
  }

  /**
   * Has a child do the work. Rejects with the signal's reason when aborted (a child working on it is killed), with the child's
   * message if the work fails, with NoRoomForSpeech if there is no memory for a child, with SpeechProcessKilled if the system
   * killed the child and the work can be made smaller or was tried twice, and with an Error if two children crashed on it.
   */
  run<T>({ request, result, signal, onProgress, isUrgent = false }: SpeechTask<T>): Promise<T> {
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

  /** Ends all children; running and queued work is rejected. Resolves when they are gone. */
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
      const worker = idle ?? this.#grow();
      if (!worker && this.#workers.size > 0) return;
      const job = this.#waiting.shift();
      if (worker && job) this.#give(worker, job);
      else job?.fail(new NoRoomForSpeech());
    }
  }

  /** Starts another child, if memory and settings allow it. */
  #grow(): Worker | undefined {
    if (this.#workers.size >= this.#options.size) return undefined;
    const capacity = this.capacity();
    return capacity && this.#workers.size < capacity.processes ? this.#spawn(capacity) : undefined;
  }

  #give(worker: Worker, job: Job): void {
    worker.job = job;
    restartTimer(worker, HANGING_MS, () => {
      worker.isEnded = true;
      worker.process.kill('SIGKILL');
    });
    // A failure to send shows as the child's exit, which is handled there.
    worker.process.send(job.request, () => undefined);
  }

  #spawn({ isLean }: Capacity): Worker {
    const args = [this.#options.modelsDir, ...(isLean ? [LEAN_ARGUMENT] : [])];
    const process = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), args, {
      env: { ...childEnvironment(), ...(isLean ? LEAN_ENVIRONMENT : {}) },
      execArgv: isLean ? LEAN_NODE : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = {
      process,
      isLean,
      job: undefined,
      isEnded: false,
      timer: undefined,
      errorText: '',
    };
    this.#workers.add(worker);
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      worker.errorText = (worker.errorText + text).slice(-2000);
    });
    process.on('message', (message) => {
      const reply = SpeechReply.safeParse(message);
      this.#hear(
        worker,
        reply.success ? reply.data : { type: 'failed', message: 'A speech process sent nonsense' },
      );
    });
    process.once('error', (error) => this.#bury(worker, { reason: error.message, isKilled: false }));
    process.once('exit', (code, signal) =>
      this.#bury(worker, { reason: signal ?? `exit code ${code}`, isKilled: signal === 'SIGKILL' }),
    );
    return worker;
  }

  #hear(worker: Worker, reply: SpeechReply): void {
    const { job } = worker;
    if (!job) return;
    if (reply.type === 'progress') {
      job.onProgress(reply.doneMs);
      return;
    }
    worker.job = undefined;
    restartTimer(worker, worker.isLean ? LEAN_IDLE_MS : IDLE_MS, () => this.#kill(worker));
    if (reply.type === 'done') job.succeed(reply.result);
    else job.fail(new Error(reply.message));
    this.#assign();
  }

  /** A child crashed, or was killed by somebody else. */
  #bury(worker: Worker, { reason, isKilled }: { reason: string; isKilled: boolean }): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.timer);
    const { job } = worker;
    const bySystem = isKilled && !worker.isEnded;
    if (bySystem) this.#becomeCautious();
    if (job) {
      job.deaths++;
      const canBeSmaller = job.request.type === 'recognize' && job.request.spans.length > 1;
      if (bySystem && (canBeSmaller || job.deaths >= MAX_DEATHS)) job.fail(new SpeechProcessKilled());
      else if (job.deaths < MAX_DEATHS) this.#waiting.unshift(job);
      else
        job.fail(
          new Error(`A speech process ended twice at the same work (${reason}) ${worker.errorText}`.trim()),
        );
    }
    this.#assign();
  }

  /** Ends idle children, so that the next attempt has their memory. */
  #becomeCautious(): void {
    this.#kills++;
    this.#cautiousUntil = performance.now() + CAUTIOUS_MS;
    for (const worker of this.#workers) if (!worker.job) this.#kill(worker);
    this.#options.onKilled?.(this.memory());
  }

  /** Removes a job from the queue or from its child. */
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
