import { FileText, Globe } from 'lucide-react';
import type { Article } from '#contract/articles.ts';
import { formatDay } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';

type Facts = Pick<Article, 'type' | 'author' | 'publication' | 'publishedDate'>;

/** The kind of an article, its author, publication and date. */
export function ArticleFacts({ article, more = [] }: { article: Facts; more?: readonly string[] }) {
  const { author, publication, publishedDate } = article;
  const facts = [author, publication, publishedDate && formatDay(publishedDate), ...more].filter(
    (fact) => fact !== null && fact !== '',
  );
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-quiet">
      <TypeBadge type={article.type} />
      {facts.length > 0 && (
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {facts.join(' · ')}
        </span>
      )}
    </p>
  );
}

function TypeBadge({ type }: Pick<Article, 'type'>) {
  return type === 'web' ? (
    <Badge tone="brand">
      <Globe aria-hidden="true" />
      Web
    </Badge>
  ) : (
    <Badge tone="warn">
      <FileText aria-hidden="true" />
      PDF
    </Badge>
  );
}
