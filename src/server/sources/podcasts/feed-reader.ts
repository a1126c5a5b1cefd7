import { AppError } from '../../app-error.ts';
import { createWarmThreads } from '../warm-threads.ts';
import { type Feed, type FeedTask, FeedThreadAnswer } from './feed.ts';

/** Parses feeds in threads of their own. */
export interface FeedReader {
  /** A feed is on its way: a thread may get ready. */
  prepare(): void;
  /** Rejects with an AppError 'feed_unreadable'. */
  read(task: FeedTask): Promise<Feed>;
}

export function createFeedReader(): FeedReader {
  const threads = createWarmThreads<FeedTask, FeedThreadAnswer>({
    file: new URL('./feed-thread.ts', import.meta.url),
    answer: FeedThreadAnswer,
    // A feed of 4 MB takes half a second and 150 MB.
    timeMs: 10_000,
    heapMb: 256,
  });
  return {
    prepare: () => threads.prepare(),
    read: async (task) => {
      try {
        const answer = await threads.ask(task);
        if ('failure' in answer) throw new Error(answer.failure);
        return answer.feed;
      } catch (cause) {
        throw new AppError('feed_unreadable', { cause });
      }
    },
  };
}
