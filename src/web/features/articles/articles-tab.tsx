import { Eye } from 'lucide-react';
import { useCallback } from 'react';
import type { Article } from '#contract/articles.ts';
import type { Project } from '#contract/projects.ts';
import { Notice } from '#web/ui/card.tsx';
import { AddArticleCard } from './add-article-card.tsx';
import { ArticleDialog } from './article-dialog.tsx';
import { ArticleList } from './article-list.tsx';
import type { OpenedArticle } from './open-article.ts';

export interface ArticlesTabProps {
  project: Project;
  /** The article that is open, from the list or through a citation. */
  reading: OpenedArticle | null;
  onRead: (reading: OpenedArticle) => void;
  onClose: () => void;
}

/** The tab for adding, reading and deleting the articles of a project. */
export function ArticlesTab({ project, reading, onRead, onClose }: ArticlesTabProps) {
  const read = useCallback(({ id, title }: Article) => onRead({ id, title, quote: null }), [onRead]);
  return (
    <div className="space-y-6">
      {project.abilities.edit ? (
        <AddArticleCard projectId={project.id} />
      ) : (
        <Notice tone="info" icon={<Eye />}>
          You can read these articles. Only the owner and editors of the project can add or delete them.
        </Notice>
      )}
      <ArticleList project={project} onRead={read} />
      {reading && <ArticleDialog reading={reading} onClose={onClose} />}
    </div>
  );
}
