import { type Article, articleFilePath } from '#contract/articles.ts';
import { ArticleId, ProjectId } from '#contract/ids.ts';
import type { ArticleRow } from './queries.ts';

/** An article as the interface shows it; field by field, so that the response needs no further validation. */
export function presentArticle(row: ArticleRow): Article {
  const id = ArticleId.parse(row.id);
  return {
    id,
    projectId: ProjectId.parse(row.projectId),
    type: row.type,
    title: row.title,
    author: row.author,
    publication: row.publication,
    publishedDate: row.publishedDate,
    url: row.type === 'pdf' ? articleFilePath(id) : row.url,
    content: row.content,
    wordCount: row.wordCount,
    metadata: { excerpt: row.excerpt, pageCount: row.pageCount, filename: row.filename },
    createdAt: row.createdAt.toISOString(),
  };
}
