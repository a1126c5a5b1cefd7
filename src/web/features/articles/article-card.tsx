import { BookOpen, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Article } from '#contract/articles.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ArticleFacts } from './article-facts.tsx';
import { ArticleTitle } from './article-title.tsx';
import { OriginalLink } from './original-link.tsx';

interface ArticleCardProps {
  article: Article;
  canEdit: boolean;
  onRead: (article: Article) => void;
  onDelete: (article: Article) => void;
}

/** An article in the list. Off screen, it is neither laid out nor painted. */
export const ArticleCard = memo(function ArticleCard({
  article,
  canEdit,
  onRead,
  onDelete,
}: ArticleCardProps) {
  const { title, metadata, createdAt } = article;
  return (
    <li className="surface-card space-y-2.5 p-5 [contain-intrinsic-block-size:auto_190px] [content-visibility:auto]">
      <ArticleTitle article={article} canEdit={canEdit} />
      <ArticleFacts article={article} />
      {metadata.excerpt && (
        <p dir="auto" className="line-clamp-3 text-sm wrap-anywhere text-quiet">
          {metadata.excerpt}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <Button variant="outline" size="sm" onClick={() => onRead(article)}>
          <BookOpen aria-hidden="true" />
          Read
          <span className="sr-only"> {title}</span>
        </Button>
        <OriginalLink article={article} variant="ghost" />
        {canEdit && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Delete ${title}`}
            className="text-quiet hover:text-danger-ink"
            onClick={() => onDelete(article)}
          >
            <Trash2 aria-hidden="true" />
            <span className="max-sm:sr-only">Delete</span>
          </Button>
        )}
        <span className="ml-auto text-xs text-quiet">
          Added <Ago iso={createdAt} />
        </span>
      </div>
    </li>
  );
});
