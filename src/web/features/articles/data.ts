import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addWebArticle, deleteArticle, getArticle, listArticles } from '#contract/articles.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { ArticleId, ProjectId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';

/** The articles of a project, newest first, without their texts. */
export const articlesQuery = (id: ProjectId) =>
  queryOptions({
    queryKey: [...projectKey(id), 'articles'],
    queryFn: ({ signal }) => call(listArticles, { params: { id }, query: { content: 'false' }, signal }),
  });

/** One article with its text, which never changes. */
export const articleQuery = (id: ArticleId) =>
  queryOptions({
    queryKey: ['articles', id],
    queryFn: ({ signal }) => call(getArticle, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const addWebMutation = mutationOptions({
  mutationFn: (body: InputOf<typeof addWebArticle>['body']) => call(addWebArticle, { body }),
  meta: { invalidates: [PROJECTS_KEY] },
});

export const deleteArticleMutation = mutationOptions({
  mutationFn: (id: ArticleId) => call(deleteArticle, { params: { id } }),
  meta: { invalidates: [PROJECTS_KEY] },
});
