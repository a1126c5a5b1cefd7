import { queryOptions } from '@tanstack/react-query';
import { listProjects } from '#contract/projects.ts';
import { call } from './api.ts';
import { PROJECTS_KEY } from './project-keys.ts';

/** The projects that the user is a member of, newest first. */
export const projectsQuery = queryOptions({
  queryKey: [...PROJECTS_KEY, 'list'],
  queryFn: ({ signal }) => call(listProjects, { signal }),
});
