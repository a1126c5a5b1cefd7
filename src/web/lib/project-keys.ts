import type { ProjectId } from '#contract/ids.ts';

/** Whatever is known of projects stands under this key. */
export const PROJECTS_KEY = ['projects'] as const;

/** Whatever is known of one project, its articles and its conversation included: it is read again when the server tells of a change. */
export const projectKey = (id: ProjectId) => [...PROJECTS_KEY, 'of', id] as const;
