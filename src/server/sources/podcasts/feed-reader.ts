import { AppError } from '../../app-error.ts';
import { createReaderPool } from '../reader-pool.ts';
import { type Feed, FeedAnswer, type FeedTask } from './feed.ts';

/** Parses feeds in separate processes. */
export interface FeedReader {
  /** Announces a feed, so that a process can be started. */
  prepare(): void;
  /** Rejects with an AppError 'feed_unreadable'. */
  read(task: FeedTask): Promise<Feed>;
}

export function createFeedReader(): FeedReader {
  const processes = createReaderPool<FeedTask, FeedAnswer>({
    file: new URL('./feed-child.ts', import.meta.url),
    answer: FeedAnswer,
    // A feed of 4 MB takes half a second and 150 MB.
    timeMs: 10_000,
    heapMb: 256,
    maxBytes: 600_000_000,
    tooMuch: 'feed_unreadable',
  });
  return {
    prepare: () => processes.prepare(),
    read: async (task) => {
      const answer = await processes.run(task);
      if ('failure' in answer) throw new AppError('feed_unreadable', { cause: answer.failure });
      return answer.feed;
    },
  };
}
