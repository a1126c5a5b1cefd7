import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';
import { projectsQuery } from '#web/lib/projects-query.ts';
import { leavingProjects, TRANSCRIPTS_OF_PROJECT } from './data.ts';

/** Refetches projects after an event about them or about their transcripts. */
export function applyToProjects(queryClient: QueryClient, event: LiveEvent): void {
  const isStaying = whetherStaying(queryClient);
  switch (event.type) {
    case 'project.changed':
      void queryClient.invalidateQueries({ queryKey: projectKey(event.id), predicate: isStaying });
      void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      return;
    case 'transcript.changed':
    case 'list.changed':
      void queryClient.invalidateQueries({
        queryKey: PROJECTS_KEY,
        predicate: (query) => query.queryKey.includes(TRANSCRIPTS_OF_PROJECT) && isStaying(query),
      });
      return;
    default:
  }
}

/** Refetches all projects after an interruption of the event stream. */
export function catchUpProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY, predicate: whetherStaying(queryClient) });
}

/** Tells of a query whether it is about a project that this window is neither deleting nor leaving. Others are not fetched again: their answer could only be 404. */
function whetherStaying(queryClient: QueryClient): (query: { queryKey: QueryKey }) => boolean {
  const leaving = leavingProjects(queryClient).flatMap((id) => (id === undefined ? [] : [projectKey(id)]));
  return ({ queryKey }) => !leaving.some((key) => partialMatchKey(queryKey, key));
}
