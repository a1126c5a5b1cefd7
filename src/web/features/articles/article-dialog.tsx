import { useQuery } from '@tanstack/react-query';
import { FileX, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Article } from '#contract/articles.ts';
import { ApiError } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/format.ts';
import { EmptyState, Notice } from '#web/ui/card.tsx';
import { ReadingDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { cutArticle } from './article-blocks.ts';
import { ArticleFacts } from './article-facts.tsx';
import { ArticleTextView } from './article-text.tsx';
import { articleQuery } from './data.ts';
import type { OpenedArticle } from './open-article.ts';
import { OriginalLink } from './original-link.tsx';
import { findPlace } from './quote-place.ts';

interface ArticleDialogProps {
  reading: OpenedArticle;
  onClose: () => void;
}

/** A dialog with an article's text, scrolled to the cited passage, which is highlighted. */
export function ArticleDialog({ reading, onClose }: ArticleDialogProps) {
  const article = useQuery(articleQuery(reading.id));
  return (
    <ReadingDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={reading.title ?? article.data?.title ?? 'Article'}
      textLabel="Text of the article"
      facts={article.data && <Facts article={article.data} />}
    >
      {article.isPending ? (
        <TextSkeleton />
      ) : article.data ? (
        <Content article={article.data} quote={reading.quote} />
      ) : isGone(article.error) ? (
        <EmptyState icon={<FileX />} title="This article no longer exists">
          It was deleted from the project.
        </EmptyState>
      ) : (
        <NotLoaded what="The article" error={article.error} onRetry={() => void article.refetch()} />
      )}
    </ReadingDialog>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Facts({ article }: { article: Article }) {
  const { pageCount } = article.metadata;
  const more = [
    pageCount === null ? '' : formatCount(pageCount, 'page'),
    formatCount(article.wordCount, 'word'),
  ];
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
      <ArticleFacts article={article} more={more} />
      <OriginalLink article={article} variant="outline" />
    </div>
  );
}

function Content({ article, quote }: { article: Article; quote: string | null }) {
  const { content } = article;
  const place = useMemo(() => (quote === null ? null : findPlace(content, quote)), [content, quote]);
  const blocks = useMemo(() => cutArticle(content, place), [content, place]);
  return (
    <>
      {quote !== null && !place?.isWhole && <NotAsCited quote={quote} isBegun={place !== null} />}
      <ArticleTextView key={article.id} blocks={blocks} />
    </>
  );
}

function NotAsCited({ quote, isBegun }: { quote: string; isBegun: boolean }) {
  return (
    <div role="status" className="mb-4">
      <Notice tone="warn" icon={<TriangleAlert />}>
        {isBegun
          ? 'The cited passage reads differently here; only its beginning was found: '
          : 'The cited passage was not found in this article: '}
        <q dir="auto" className="wrap-anywhere">
          {quote}
        </q>
      </Notice>
    </div>
  );
}

function TextSkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
    </div>
  );
}
