import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { CONVERSATIONS_KEY, conversationQuery } from './data.ts';

/** Refetches conversations after an event: a chat has changed, or an edit may have outdated its citations. */
export function applyToConversations(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'chat.changed' || event.type === 'transcript.changed')
    void queryClient.invalidateQueries({ queryKey: conversationQuery(event.id).queryKey });
}

/** Refetches all conversations after an interruption of the event stream. */
export function catchUpConversations(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: CONVERSATIONS_KEY });
}
