import { AppError } from '../../app-error.ts';
import { createReaderPool } from '../reader-pool.ts';
import { PageAnswer, type PageTask, type WebArticle } from './page.ts';

/** Reads web pages in separate processes. */
export interface PageReader {
  /** Announces a page, so that a process can be started. */
  prepare(): void;
  /** Rejects with an AppError for one of the refusals of a page, or with the signal's reason. */
  read(task: PageTask, signal: AbortSignal): Promise<WebArticle>;
}

export function createPageReader(): PageReader {
  const processes = createReaderPool<PageTask, PageAnswer>({
    file: new URL('./page-child.ts', import.meta.url),
    answer: PageAnswer,
    // A page of 4 MB takes about three seconds of a core and 250 MB.
    timeMs: 10_000,
    heapMb: 512,
    maxBytes: 800_000_000,
    // A page that exceeds the limits was made to be larger than it looks.
    tooMuch: 'article_too_large',
  });
  return {
    prepare: () => processes.prepare(),
    read: async (task, signal) => {
      const answer = await processes.run(task, signal);
      if ('article' in answer) return answer.article;
      if ('failure' in answer) throw new AppError('article_no_text', { cause: answer.failure });
      throw new AppError(answer.refusal);
    },
  };
}
