import { useMutation, useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { Article } from '#contract/articles.ts';
import type { Project } from '#contract/projects.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { useGrowingCount } from '#web/lib/use-growing-count.ts';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { ArticleCard } from './article-card.tsx';
import { articlesQuery, deleteArticleMutation } from './data.ts';

interface ArticleListProps {
  project: Pick<Project, 'id' | 'articleCount' | 'abilities'>;
  onRead: (article: Article) => void;
}

/** The articles of a project. */
export function ArticleList({ project, onRead }: ArticleListProps) {
  const articles = useQuery(articlesQuery(project.id));
  const count = articles.data?.length ?? project.articleCount;
  const section = useRef<HTMLElement>(null);
  // A card whose button has the focus may disappear.
  useKeptFocus(section, count);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="articles-title" className="outline-none">
      <h2 id="articles-title" className="mb-3 text-lg font-semibold">
        Articles ({count.toLocaleString('en')})
      </h2>
      {articles.isPending ? (
        <ArticlesSkeleton />
      ) : !articles.data ? (
        <Card className="p-5">
          <NotLoaded what="The articles" error={articles.error} onRetry={() => void articles.refetch()} />
        </Card>
      ) : articles.data.length === 0 ? (
        <Card>
          <EmptyState icon={<Newspaper />} title="No articles yet">
            {project.abilities.edit
              ? 'Add a web page or a PDF: the AI chat then answers from it, too.'
              : 'Nobody has added one to this project.'}
          </EmptyState>
        </Card>
      ) : (
        <Cards articles={articles.data} canEdit={project.abilities.edit} onRead={onRead} />
      )}
    </section>
  );
}

const FIRST_CARDS = 6;
const MORE_CARDS = 8;

function Cards(props: {
  articles: readonly Article[];
  canEdit: boolean;
  onRead: (article: Article) => void;
}) {
  const { articles, canEdit, onRead } = props;
  const [deleting, setDeleting] = useState<Article | null>(null);
  const shown = useGrowingCount(articles.length, FIRST_CARDS, MORE_CARDS);
  const remove = useMutation({
    ...deleteArticleMutation,
    onError: (error) => showFailure(error, 'Failed to delete article'),
  });
  const askToDelete = useCallback((article: Article) => setDeleting(article), []);
  return (
    <>
      <ul className="space-y-3">
        {articles.slice(0, shown).map((article) => (
          <ArticleCard
            key={article.id}
            article={article}
            canEdit={canEdit}
            onRead={onRead}
            onDelete={askToDelete}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title="Delete Article?"
        description={`"${deleting?.title ?? ''}" will be removed from the project for all its members, and the AI chat will no longer answer from it. This cannot be undone.`}
        action="Delete"
        onConfirm={() => deleting && remove.mutate(deleting.id)}
      />
    </>
  );
}

function ArticlesSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
    </div>
  );
}
