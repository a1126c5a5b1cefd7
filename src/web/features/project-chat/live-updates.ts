import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { CONVERSATION_OF_PROJECT, projectConversationQuery } from './data.ts';

/**
 * Takes in what the server tells of conversations about projects; of an edited transcript, that citations may be
 * outdated. What changes in the project itself is read again with the rest of it.
 */
export function applyToProjectChats(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'project.chat')
    void queryClient.invalidateQueries({ queryKey: projectConversationQuery(event.id).queryKey });
  if (event.type === 'transcript.changed') {
    void queryClient.invalidateQueries({
      queryKey: PROJECTS_KEY,
      predicate: ({ queryKey }) => queryKey.includes(CONVERSATION_OF_PROJECT),
    });
  }
}
