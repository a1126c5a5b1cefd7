import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import type { SpeechChoice } from '#contract/speech-engines.ts';
import {
  cancelTranscript,
  deleteTranscript,
  getTranscript,
  listTranscripts,
  retryTranscript,
  type Transcript,
  type TranscriptListPage,
  updateTranscript,
} from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { TRANSCRIPT_LISTS_KEY, TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';
import { withSameText } from './live-updates.ts';

const SEARCH_KEY = ['search'] as const;
/** Stale after a speaker is renamed: summaries, answers and suggestions contain speaker names. */
const ANALYSIS_KEYS = [['summary'], ['conversation'], ['suggestions']] as const;

/** One page of the user's transcripts, newest first. */
export const listQuery = (page: number, limit: number) =>
  queryOptions({
    queryKey: [...TRANSCRIPT_LISTS_KEY, page, limit],
    queryFn: async ({ signal }): Promise<TranscriptListPage> => {
      const answer = await call(listTranscripts, { query: { page, limit }, signal });
      if (Array.isArray(answer)) throw new Error('The server answered a page with a bare list.');
      return answer;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const transcriptQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...TRANSCRIPTS_KEY, 'detail', id],
    queryFn: ({ signal }) => call(getTranscript, { params: { id }, signal }),
    // The library's own comparison goes through all words, which takes a tenth of a second for a long recording.
    structuralSharing: (shown, fresh) =>
      // Both have the type that this query fetches; the library types them as unknown.
      withSameText(shown as Transcript | undefined, fresh as Transcript),
  });

type TranscriptChange = Partial<Pick<Transcript, 'title' | 'speakerNames' | 'showSpeakers'>> & {
  language?: string;
};

const CHANGE_KEY = [...TRANSCRIPTS_KEY, 'change'] as const;

/** Changes the title, the speaker names (the whole map), or whether speakers are shown. The response is the transcript, so that it need not be fetched. */
export const changeMutation = mutationOptions({
  mutationKey: CHANGE_KEY,
  mutationFn: ({ id, ...body }: { id: TranscriptId } & TranscriptChange) =>
    call(updateTranscript, { params: { id }, body }),
  meta: { invalidates: [TRANSCRIPT_LISTS_KEY, SEARCH_KEY, PROJECTS_KEY, ...ANALYSIS_KEYS] },
});

/** Does not refetch the deleted transcript, which would only answer 404. */
export const deleteTranscriptMutation = mutationOptions({
  mutationKey: CHANGE_KEY,
  mutationFn: (id: TranscriptId) => call(deleteTranscript, { params: { id } }),
  meta: { invalidates: [TRANSCRIPT_LISTS_KEY, SEARCH_KEY, PROJECTS_KEY] },
});

export const cancelMutation = mutationOptions({
  mutationFn: (id: TranscriptId) => call(cancelTranscript, { params: { id } }),
  meta: { invalidates: [TRANSCRIPTS_KEY] },
});

export const retryMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: TranscriptId; engine?: SpeechChoice }) =>
    call(retryTranscript, { params: { id }, body }),
  meta: { invalidates: [TRANSCRIPTS_KEY] },
});

/**
 * The number of changes and deletions of this transcript from this window that have no response yet. While there are any, an
 * event about a change need not trigger a fetch: the response has the new state, or the transcript is deleted.
 */
export function countPendingChanges(queryClient: QueryClient, id: TranscriptId): number {
  return queryClient.isMutating({
    mutationKey: CHANGE_KEY,
    predicate: (each) => idOf(each.state) === id,
  });
}

// The library does not know the type of the variables. Both mutations with this key carry the transcript's id.
function idOf({ variables }: { variables?: unknown }): unknown {
  return typeof variables === 'object' ? (variables as { id?: TranscriptId } | null)?.id : variables;
}
