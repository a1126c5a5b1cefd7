import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addWebArticle, deleteArticle, getArticle, listArticles, updateArticle } from '#contract/articles.ts';
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

/** One article with its text, which never changes; its title may, and is shown as the list has it. */
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

export const renameArticleMutation = mutationOptions({
  mutationFn: ({ id, title }: { id: ArticleId; title: string }) =>
    call(updateArticle, { params: { id }, body: { title } }),
});

export const deleteArticleMutation = mutationOptions({
  mutationFn: (id: ArticleId) => call(deleteArticle, { params: { id } }),
  meta: { invalidates: [PROJECTS_KEY] },
});
