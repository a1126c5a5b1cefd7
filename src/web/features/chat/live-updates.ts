import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { CONVERSATIONS_KEY, conversationQuery } from './data.ts';

/** Takes in what the server tells of conversations; of an edited transcript, that citations may be outdated. */
export function applyToConversations(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'chat.changed' || event.type === 'transcript.changed')
    void queryClient.invalidateQueries({ queryKey: conversationQuery(event.id).queryKey });
}

/** After an interruption of the events, something may have been missed. */
export function catchUpConversations(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: CONVERSATIONS_KEY });
}
