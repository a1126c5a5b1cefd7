import { Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';
import { Feed, type FeedTask } from './feed.ts';

const THREAD = new URL('./feed-thread.ts', import.meta.url);
/** A feed of 4 MB takes half a second and 150 MB. */
const PARSE_MS = 10_000;
const RESOURCES = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

/**
 * Parses a feed in a thread of its own, within limits of time and memory: the server goes on meanwhile, and a hostile feed ends with its
 * thread. Rejects with an AppError 'feed_unreadable'.
 */
export async function readFeed(task: FeedTask): Promise<Feed> {
  const worker = new Worker(THREAD, { workerData: task, resourceLimits: RESOURCES, execArgv: [] });
  let timer: NodeJS.Timeout | undefined;
  try {
    const feed = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without an answer')));
      timer = setTimeout(() => reject(new Error(`it takes longer than ${PARSE_MS} ms`)), PARSE_MS);
    });
    return Feed.parse(feed);
  } catch (cause) {
    throw new AppError('feed_unreadable', { cause });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
