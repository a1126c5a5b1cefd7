import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { PresentPerson } from '#contract/presence.ts';

const PRESENCE_KEY = ['presence'] as const;

export interface Present {
  people: readonly PresentPerson[];
  /** How many more there are. */
  more: number;
}

/** Who else is in a transcript; known only from events. */
export const presenceQuery = (id: TranscriptId) =>
  queryOptions<Present>({ queryKey: [...PRESENCE_KEY, id], queryFn: skipToken, staleTime: Infinity });

/** Keeps what an event says about who is in a transcript. */
export function applyToPresence(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type !== 'presence.changed') return;
  const { people, more } = event;
  queryClient.setQueryData(presenceQuery(event.id).queryKey, { people, more });
}

/** Forgets everybody after an interruption of the event stream: the server tells of them again. */
export function forgetPresence(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: PRESENCE_KEY });
}
