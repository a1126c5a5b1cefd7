import { useQuery } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { listTranscripts, type TranscriptListItem, type TranscriptListPage } from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';

/** The newest of them are enough: who has sent more looks at the library. */
const NEWEST = 50;

/** The list items of transcripts that the queue has made, as far as they are among the newest; events keep them up to date. */
export function useMadeTranscripts(
  ids: readonly TranscriptId[],
): ReadonlyMap<TranscriptId, TranscriptListItem> {
  const { data } = useQuery({
    queryKey: [...TRANSCRIPT_LISTS_KEY, 'made', NEWEST],
    queryFn: async ({ signal }): Promise<TranscriptListPage> => {
      const answer = await call(listTranscripts, { query: { page: 1, limit: NEWEST }, signal });
      if (Array.isArray(answer)) throw new Error('The server answered a page with a bare list.');
      return answer;
    },
    enabled: ids.length > 0,
  });
  return new Map(data?.transcripts.map((item) => [item.id, item]));
}
