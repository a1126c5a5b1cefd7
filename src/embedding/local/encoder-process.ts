import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#speech/child-environment.ts';
import { type AvailableMemory, readMemory as readMemoryHere } from '#speech/local/memory.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '../embedding-error.ts';
import { requireSentenceFiles } from './model-files.ts';
import { EncodeReply, type EncodeRequest } from './protocol.ts';

export interface EncoderProcessOptions {
  modelsDir: string;
  /** Replaces the system's figures in tests. */
  readMemory?: (() => AvailableMemory) | undefined;
  /** How long abandoned work may go on, in milliseconds: killing its process would cost the next call a start. */
  graceMs?: number | undefined;
}

interface Job {
  request: EncodeRequest;
  deaths: number;
  succeed: (vectors: Float32Array) => void;
  fail: (error: unknown) => void;
}

interface Child {
  process: ChildProcess;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  errorText: string;
}

const MB = 1024 * 1024;
/** The process at its peak, with parts of 128 tokens, and something left for others. */
const NEEDED_BYTES = 240 * MB;
/** Below this, an idle process is ended soon, because recognition needs its memory. */
const SMALL_MACHINE_BYTES = 1536 * MB;
const IDLE_MS = 10 * 60_000;
const SMALL_IDLE_MS = 30_000;
/** The longest texts take a few seconds on a busy machine. */
const HANGING_MS = 2 * 60_000;
const GRACE_MS = 1000;
/** After a crash the work is tried once more on a fresh process, because the machine may be at fault. */
const MAX_DEATHS = 2;

/** One child process with the encoder, started on demand and kept warm. It uses one core, at the lowest priority. */
export class EncoderProcess {
  readonly #options: EncoderProcessOptions;
  readonly #waiting: Job[] = [];
  #child: Child | undefined;
  #starting = false;
  #isClosed = false;

  constructor(options: EncoderProcessOptions) {
    this.#options = options;
  }

  /** The id of the running process. */
  get id(): number | undefined {
    return this.#child?.process.pid;
  }

  /**
   * Has the process do the work; calls take turns in the order in which they come. Rejects with the signal's reason when aborted, with
   * EmbedderUnavailable if the model cannot be used, and with EmbeddingFailed if there is no memory or two processes crashed on it.
   */
  run(request: EncodeRequest, signal: AbortSignal): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error('The embedder is closed');
      signal.throwIfAborted();
      const abort = () => {
        this.#drop(job);
        job.fail(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', abort);
      const job: Job = {
        request,
        deaths: 0,
        succeed: (vectors) => {
          settle();
          resolve(vectors);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(job);
      void this.#assign();
    });
  }

  /** Ends the process; running and queued work is rejected. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    const gone = child && hasExited(child.process);
    this.#failAll(new Error('The embedder was closed'));
    if (child) this.#kill(child);
    await gone;
  }

  async #assign(): Promise<void> {
    if (this.#waiting.length === 0 || this.#child?.job || this.#starting) return;
    this.#starting = true;
    try {
      this.#child ??= await this.#start();
    } catch (error) {
      this.#failAll(error);
    } finally {
      this.#starting = false;
    }
    const job = this.#child && this.#waiting.shift();
    if (this.#child && job) this.#give(this.#child, job);
    // Somebody came just when the last of those before had gone, so that no process was started.
    else if (this.#waiting.length > 0) await this.#assign();
  }

  async #start(): Promise<Child | undefined> {
    await requireSentenceFiles(this.#options.modelsDir);
    if (this.#isClosed || this.#waiting.length === 0) return undefined;
    if (this.#memory().availableBytes < NEEDED_BYTES) throw new EmbeddingFailed('no_room');
    const forked = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [this.#options.modelsDir], {
      // glibc then keeps one heap.
      env: { ...childEnvironment(), MALLOC_ARENA_MAX: '1' },
      execArgv: ['--max-semi-space-size=2'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const child: Child = { process: forked, job: undefined, timer: undefined, errorText: '' };
    forked.stderr?.setEncoding('utf8').on('data', (text: string) => {
      child.errorText = (child.errorText + text).slice(-2000);
    });
    forked.on('message', (message) => this.#hear(child, message));
    forked.once('error', (error) => this.#bury(child, error.message));
    forked.once('exit', (code, signal) => this.#bury(child, signal ?? `exit code ${code}`));
    return child;
  }

  #give(child: Child, job: Job): void {
    child.job = job;
    restartTimer(child, HANGING_MS, () => child.process.kill('SIGKILL'));
    // A failure to send shows as the child's exit, which is handled there.
    child.process.send(job.request, () => undefined);
  }

  #hear(child: Child, message: unknown): void {
    const { job } = child;
    if (!job) return;
    child.job = undefined;
    const isSmall = this.#memory().limitBytes < SMALL_MACHINE_BYTES;
    restartTimer(child, isSmall ? SMALL_IDLE_MS : IDLE_MS, () => this.#kill(child));
    const reply = EncodeReply.safeParse(message).data;
    if (reply?.type === 'done') job.succeed(reply.vectors);
    else if (reply?.type === 'unloadable')
      job.fail(new EmbedderUnavailable('damaged', { cause: reply.message }));
    else job.fail(new EmbeddingFailed('failed', { cause: reply?.message }));
    void this.#assign();
  }

  /** The child crashed, or was killed by somebody else. */
  #bury(child: Child, reason: string): void {
    clearTimeout(child.timer);
    if (this.#child !== child) return;
    this.#child = undefined;
    const { job } = child;
    if (job) {
      job.deaths++;
      if (job.deaths < MAX_DEATHS) this.#waiting.unshift(job);
      else job.fail(new EmbeddingFailed('crashed', { cause: `${reason} ${child.errorText}`.trim() }));
    }
    void this.#assign();
  }

  /** Takes a job out of the queue, or gives its process some time to finish it. */
  #drop(job: Job): void {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    const child = this.#child;
    if (child?.job !== job) return;
    job.deaths = MAX_DEATHS;
    restartTimer(child, this.#options.graceMs ?? GRACE_MS, () => {
      this.#kill(child);
      void this.#assign();
    });
  }

  #failAll(error: unknown): void {
    const jobs = [...(this.#child?.job ? [this.#child.job] : []), ...this.#waiting.splice(0)];
    for (const job of jobs) job.fail(error);
  }

  #kill(child: Child): void {
    clearTimeout(child.timer);
    if (this.#child === child) this.#child = undefined;
    child.process.kill('SIGKILL');
  }

  #memory(): AvailableMemory {
    return (this.#options.readMemory ?? readMemoryHere)();
  }
}

function restartTimer(child: Child, delayMs: number, action: () => void): void {
  clearTimeout(child.timer);
  child.timer = setTimeout(action, delayMs).unref();
}

function hasExited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
}
