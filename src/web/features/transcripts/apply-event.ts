import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import type { TranscriptListPage } from '#contract/transcripts.ts';
import { KNOWN_RECORDINGS_KEY, TRANSCRIPT_LISTS_KEY, TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';
import { applyChangeEvent } from './changes-meanwhile.ts';
import { transcriptQuery } from './data.ts';
import { historyKey } from './editing/history-query.ts';
import { withLiveText, withProgress } from './live-updates.ts';
import { SPEAKER_SEARCH_KEY, speakerSearchQuery } from './speakers/again/data.ts';

/** Applies an event about transcripts to the cache. */
export function applyToTranscripts(queryClient: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'transcript.progress':
      queryClient.setQueriesData<TranscriptListPage>(
        { queryKey: TRANSCRIPT_LISTS_KEY },
        (page) => page && withProgress(page, event),
      );
      queryClient.setQueryData(
        transcriptQuery(event.id).queryKey,
        (transcript) => transcript && withLiveText(transcript, event),
      );
      return;
    case 'transcript.changed':
      applyChangeEvent(queryClient, event.id);
      void queryClient.invalidateQueries({ queryKey: historyKey(event.id) });
      // What it would change depends on the text.
      if (queryClient.getQueryData(speakerSearchQuery(event.id).queryKey)?.search?.outcome)
        void queryClient.invalidateQueries({ queryKey: speakerSearchQuery(event.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
      return;
    case 'speaker-search.changed':
      void queryClient.invalidateQueries({ queryKey: speakerSearchQuery(event.id).queryKey });
      return;
    case 'list.changed':
      void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
      void queryClient.invalidateQueries({ queryKey: KNOWN_RECORDINGS_KEY });
      return;
    default:
  }
}

/** Refetches all transcripts after an interruption of the event stream. */
export function catchUpTranscripts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: TRANSCRIPTS_KEY });
  void queryClient.invalidateQueries({ queryKey: SPEAKER_SEARCH_KEY });
}
