import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useRoute } from 'wouter';
import { TranscriptId } from '#contract/ids.ts';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import { listQuery, transcriptQuery } from '#web/features/transcripts/data.ts';
import { isOverlayOpen } from '#web/lib/open-overlay.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { readingOrder } from '#web/lib/reading-order.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';

type Step = 1 | -1;

/** How long a list of one's transcripts is good enough to go through, in milliseconds. */
const FRESH_MS = 10_000;

/** Alt and Page Up or Page Down lead from the page of a transcript to the one before or after it. */
export function NeighbourKeys() {
  const go = useNeighbour();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    const step = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : null;
    if (!go || step === null || !altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
    if (isOverlayOpen()) return;
    event.preventDefault();
    void go(step);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return null;
}

/**
 * Goes to the transcript after or before the one whose page is shown: in the list that was shown last, or else in that of all of the
 * user's own, newest first. Null on other pages.
 */
export function useNeighbour(): ((step: Step) => Promise<void>) | null {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [, params] = useRoute('/transcript/:id');
  const id = TranscriptId.safeParse(Number(params?.id)).data;
  if (id === undefined) return null;
  return async (step) => {
    try {
      const order = readingOrder().includes(id) ? readingOrder() : await newestFirst(queryClient, id);
      const at = order.indexOf(id);
      const next = at < 0 ? undefined : order[at + step];
      if (next !== undefined) return navigate(transcriptPath(next));
      toast({ title: endText(at, step) });
    } catch (error) {
      showFailure(error, 'The list could not be loaded');
    }
  };
}

function endText(at: number, step: Step): string {
  if (at < 0) return 'This transcript is not in your library';
  return step === 1 ? 'This is the last transcript' : 'This is the first transcript';
}

/** The user's own transcripts up to the one after this one; all of them if it is not among them. */
async function newestFirst(queryClient: QueryClient, id: TranscriptId): Promise<readonly number[]> {
  if (queryClient.getQueryData(transcriptQuery(id).queryKey)?.abilities.own === false) return [];
  const ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await queryClient.fetchQuery({ ...listQuery(page, MAX_PAGE_SIZE), staleTime: FRESH_MS });
    ids.push(...list.transcripts.map((transcript) => transcript.id));
    pages = list.pagination.totalPages;
    const at = ids.indexOf(id);
    if (at >= 0 && at + 1 < ids.length) break;
  }
  return ids;
}
