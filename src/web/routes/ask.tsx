import { useCallback, useState } from 'react';
import { ArticleDialog } from '#web/features/articles/article-dialog.tsx';
import type { OpenedArticle } from '#web/features/articles/open-article.ts';
import { LibraryChat } from '#web/features/collection-chat/library-chat.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { ASK_PARAM } from '#web/lib/paths.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

/** The page for questions about everything in one's library; `?q=` is a question that waits to be sent. */
export function AskPage() {
  useDocumentTitle('Ask');
  const [question] = useSearchParam(ASK_PARAM);
  const [reading, setReading] = useState<(OpenedArticle & { from: HTMLElement }) | null>(null);
  const open = useCallback(
    (article: OpenedArticle, from: HTMLElement) => setReading({ ...article, from }),
    [],
  );
  function close() {
    setReading(null);
    focusQuietly(reading?.from ?? null);
  }
  return (
    <div className="mx-auto max-w-5xl px-4 pt-8 sm:px-6 sm:pt-10">
      <h1 id="ask-title" className="text-2xl font-semibold sm:text-3xl">
        Ask your library
      </h1>
      <p className="mt-2 mb-5 text-quiet">
        One question to all your transcripts, and to the transcripts and articles of your projects.
      </p>
      <LibraryChat key={question} question={question ?? ''} onOpenArticle={open} />
      {reading && <ArticleDialog reading={reading} onClose={close} />}
    </div>
  );
}
