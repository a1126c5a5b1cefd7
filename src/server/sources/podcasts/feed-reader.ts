import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { takeTurns } from '../take-turns.ts';
import { type Feed, type FeedTask, FeedThreadAnswer } from './feed.ts';

const THREAD = new URL('./feed-thread.ts', import.meta.url);
/** A feed of 4 MB takes half a second and 150 MB. */
const PARSE_MS = 10_000;
const RESOURCES = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };
/** Threads at the same time: each takes a core and some hundred megabytes. */
const AT_ONCE = 2;
/** To load the parser takes a thread as long as to parse a feed: it stays for the next ones. */
const IDLE_MS = 30_000;

/** Parses feeds in threads of their own, within limits of time and memory: the server goes on meanwhile, and a hostile feed ends its thread only. */
export interface FeedReader {
  /** A feed is on its way: a thread may get ready. */
  prepare(): void;
  /** Rejects with an AppError 'feed_unreadable'. */
  read(task: FeedTask): Promise<Feed>;
}

interface Idle {
  worker: Worker;
  timer: NodeJS.Timeout;
}

export function createFeedReader(): FeedReader {
  const idle: Idle[] = [];
  const inTurn = takeTurns(AT_ONCE);
  const start = () => {
    const worker = new Worker(THREAD, { resourceLimits: RESOURCES, execArgv: [] });
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
    read: (task) =>
      inTurn(async () => {
        const worker = take() ?? start();
        worker.ref();
        try {
          const answer = await ask(worker, task);
          rest(worker);
          if ('failure' in answer) throw new Error(answer.failure);
          return answer.feed;
        } catch (cause) {
          throw new AppError('feed_unreadable', { cause });
        }
      }),
  };
}

/** A thread that does not answer, in time or at all, is ended. */
async function ask(worker: Worker, task: FeedTask): Promise<FeedThreadAnswer> {
  const ended = new AbortController();
  const { signal } = ended;
  const timer = setTimeout(() => ended.abort(new Error(`it takes longer than ${PARSE_MS} ms`)), PARSE_MS);
  try {
    worker.postMessage(task);
    const [message] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('the thread ended without an answer');
      }),
    ]);
    return FeedThreadAnswer.parse(message);
  } catch (error) {
    await worker.terminate();
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
