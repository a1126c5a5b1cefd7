import { useQueryClient } from '@tanstack/react-query';
import { EVENTS_PATH, LiveEvent } from '#contract/events.ts';
import { applyToConversations, catchUpConversations } from '#web/features/chat/live-updates.ts';
import { applyToClips, catchUpClips } from '#web/features/clips/live-updates.ts';
import { applyToCollectionChats, catchUpLibraryChat } from '#web/features/collection-chat/live-updates.ts';
import { applyToNotes, catchUpNotes } from '#web/features/notes/live-updates.ts';
import { applyToProjects, catchUpProjects } from '#web/features/projects/live-updates.ts';
import { forgetProgress } from '#web/features/summary/data.ts';
import { applyToSummaries } from '#web/features/summary/live-updates.ts';
import { applyToTranscripts, catchUpTranscripts } from '#web/features/transcripts/apply-event.ts';
import { countPendingChanges } from '#web/features/transcripts/data.ts';
import { applyToPresence, forgetPresence } from '#web/features/transcripts/presence/data.ts';
import { useEventStream } from '#web/lib/event-stream.ts';
import { windowId } from '#web/lib/window-id.ts';

const EVENT_NAMES = LiveEvent.options.map(({ shape }) => shape.type.value);

/** Keeps the page up to date with the server's events. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEventStream({
    path: `${EVENTS_PATH}?window=${windowId()}`,
    names: EVENT_NAMES,
    onEvent: (type, data) => {
      const event = LiveEvent.safeParse({ ...(typeof data === 'object' ? data : {}), type });
      if (!event.success) return;
      applyToTranscripts(queryClient, event.data);
      applyToPresence(queryClient, event.data);
      applyToProjects(queryClient, event.data);
      // After a change of our own, the mutation refetches what it has to, and a transcript being deleted is not fetched again.
      if (event.data.type === 'transcript.changed' && countPendingChanges(queryClient, event.data.id) > 0)
        return;
      applyToSummaries(queryClient, event.data);
      applyToConversations(queryClient, event.data);
      applyToClips(queryClient, event.data);
      applyToNotes(queryClient, event.data);
      applyToCollectionChats(queryClient, event.data);
    },
    onReopen: () => {
      catchUpTranscripts(queryClient);
      forgetPresence(queryClient);
      catchUpProjects(queryClient);
      catchUpLibraryChat(queryClient);
      forgetProgress(queryClient);
      catchUpConversations(queryClient);
      catchUpClips(queryClient);
      catchUpNotes(queryClient);
    },
  });
}
