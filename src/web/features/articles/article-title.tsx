import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Article } from '#contract/articles.ts';
import { MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { Title } from '#contract/title.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { articlesQuery, renameArticleMutation } from './data.ts';

interface ArticleTitleProps {
  article: Article;
  canEdit: boolean;
}

/** The title of an article, with a button for members who may edit it, which turns it into an input. */
export function ArticleTitle({ article, canEdit }: ArticleTitleProps) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useKeptFocus(pencil, editing);
  const rename = useRename(article);
  const { title } = article;
  if (editing && canEdit) {
    return (
      <InlineForm
        label={`Title of ${title}`}
        saves="title"
        value={title}
        draft={`title of article ${article.id}`}
        maxLength={MAX_TITLE_LENGTH}
        schema={Title}
        className="font-semibold"
        onSave={(next) => {
          const saving = rename(next);
          setEditing(false);
          return saving;
        }}
        onClose={() => setEditing(false)}
      />
    );
  }
  return (
    <div className="flex items-start gap-1">
      <h3 dir="auto" className="min-w-0 text-base/snug font-semibold wrap-anywhere">
        {title}
      </h3>
      {canEdit && (
        <Button
          ref={pencil}
          variant="ghost"
          size="icon"
          className="-my-2 size-9! shrink-0 text-quiet"
          aria-label={`Rename ${title}`}
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** Shows another title at once, and the old one again if the server refuses it. */
function useRename({ id, projectId }: Article): (title: string) => Promise<unknown> {
  const queryClient = useQueryClient();
  const { queryKey } = articlesQuery(projectId);
  const rename = useMutation({
    ...renameArticleMutation,
    onMutate: async ({ title }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (articles) =>
        articles?.map((each) => (each.id === id ? { ...each, title } : each)),
      );
    },
    onError: (error) => showFailure(error, 'Failed to rename article'),
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (title) => rename.mutateAsync({ id, title });
}
