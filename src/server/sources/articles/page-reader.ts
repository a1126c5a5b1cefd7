import { AppError } from '../../app-error.ts';
import { createWarmThreads, ThreadEnded } from '../warm-threads.ts';
import { PageAnswer, type PageTask, type WebArticle } from './page.ts';

/** Reads web pages in threads of their own. */
export interface PageReader {
  /** A page is on its way: a thread may get ready. */
  prepare(): void;
  /** Rejects with an AppError: one of the refusals of a page. */
  read(task: PageTask): Promise<WebArticle>;
}

export function createPageReader(): PageReader {
  const threads = createWarmThreads<PageTask, PageAnswer>({
    file: new URL('./page-thread.ts', import.meta.url),
    answer: PageAnswer,
    // A page of 4 MB takes some three seconds of a core and 250 MB.
    timeMs: 15_000,
    heapMb: 512,
  });
  return {
    prepare: () => threads.prepare(),
    read: async (task) => {
      const answer = await threads.ask(task).catch((cause: unknown) => {
        // What the limits end is made to be more than it looks.
        throw cause instanceof ThreadEnded ? new AppError('article_too_large', { cause }) : cause;
      });
      if ('article' in answer) return answer.article;
      if ('failure' in answer) throw new AppError('article_no_text', { cause: answer.failure });
      throw new AppError(answer.refusal);
    },
  };
}
