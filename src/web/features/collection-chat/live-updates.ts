import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { CONVERSATION_OF_PROJECT, libraryConversationQuery, projectConversationQuery } from './data.ts';

/**
 * Refetches conversations about projects and the library after an event: a chat has changed, or an edit may have outdated its
 * citations. A change of the project itself refetches the conversation with everything else of it.
 */
export function applyToCollectionChats(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'project.chat')
    void queryClient.invalidateQueries({ queryKey: projectConversationQuery(event.id).queryKey });
  if (event.type === 'transcript.changed') {
    void queryClient.invalidateQueries({
      queryKey: PROJECTS_KEY,
      predicate: ({ queryKey }) => queryKey.includes(CONVERSATION_OF_PROJECT),
    });
  }
  if (
    event.type === 'library.chat' ||
    event.type === 'transcript.changed' ||
    event.type === 'project.changed'
  )
    catchUpLibraryChat(queryClient);
}

/** Refetches the conversation about the library, as after an interruption of the event stream. */
export function catchUpLibraryChat(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: libraryConversationQuery.queryKey });
}
