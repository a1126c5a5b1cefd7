import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';
import { isLeaving, projectsQuery, TRANSCRIPTS_OF_PROJECT } from './data.ts';

/** Refetches projects after an event about them or about their transcripts. */
export function applyToProjects(queryClient: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'project.changed':
      // A project that this window is deleting or leaving is not fetched again.
      if (!isLeaving(queryClient, event.id))
        void queryClient.invalidateQueries({ queryKey: projectKey(event.id) });
      void queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      return;
    case 'transcript.changed':
    case 'list.changed':
      void queryClient.invalidateQueries({
        queryKey: PROJECTS_KEY,
        predicate: ({ queryKey }) => queryKey.includes(TRANSCRIPTS_OF_PROJECT),
      });
      return;
    default:
  }
}

/** Refetches all projects after an interruption of the event stream. */
export function catchUpProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY });
}
