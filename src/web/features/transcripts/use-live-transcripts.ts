import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { EVENTS_PATH, LiveEvent } from '#contract/events.ts';
import type { TranscriptPage } from '#contract/transcripts.ts';
import { useEventStream } from '#web/lib/event-stream.ts';
import { noteChange } from './changes-meanwhile.ts';
import { LISTS_KEY, TRANSCRIPTS_KEY, transcriptQuery } from './data.ts';
import { withLiveText, withProgress } from './live-updates.ts';

const EVENT_NAMES: readonly LiveEvent['type'][] = [
  'transcript.progress',
  'transcript.changed',
  'list.changed',
];

/** Keeps what is shown of transcripts up to date with what the server tells. */
export function useLiveTranscripts(): void {
  const queryClient = useQueryClient();
  useEventStream({
    path: EVENTS_PATH,
    names: EVENT_NAMES,
    onEvent: (type, data) => {
      const event = LiveEvent.safeParse({ ...(typeof data === 'object' ? data : {}), type });
      if (event.success) apply(queryClient, event.data);
    },
    onReopen: () => void queryClient.invalidateQueries({ queryKey: TRANSCRIPTS_KEY }),
  });
}

function apply(queryClient: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'transcript.progress':
      queryClient.setQueriesData<TranscriptPage>(
        { queryKey: LISTS_KEY },
        (page) => page && withProgress(page, event),
      );
      queryClient.setQueryData(
        transcriptQuery(event.id).queryKey,
        (transcript) => transcript && withLiveText(transcript, event),
      );
      return;
    case 'transcript.changed':
      noteChange(queryClient, event.id);
      void queryClient.invalidateQueries({ queryKey: LISTS_KEY });
      return;
    case 'list.changed':
      void queryClient.invalidateQueries({ queryKey: LISTS_KEY });
  }
}
