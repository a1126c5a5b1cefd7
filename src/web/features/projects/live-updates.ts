import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { PROJECTS_KEY, projectKey } from '#web/lib/project-keys.ts';
import { isLeaving, projectsQuery, TRANSCRIPTS_OF_PROJECT } from './data.ts';

/** Takes in what the server tells of projects, and of the transcripts that they show. */
export function applyToProjects(queryClient: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'project.changed':
      // Of what we are deleting or leaving nothing more is asked.
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

/** After an interruption of the events, something may have been missed. */
export function catchUpProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY });
}
