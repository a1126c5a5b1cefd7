import type { ProjectId } from '#contract/ids.ts';

/** The query key above all data about projects. */
export const PROJECTS_KEY = ['projects'] as const;

/** The query key above all data about one project, including its articles and conversation, which is refetched after each change. */
export const projectKey = (id: ProjectId) => [...PROJECTS_KEY, 'of', id] as const;
