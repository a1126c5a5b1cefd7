import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { useIsLive } from '#web/lib/event-stream.ts';
import { listQuery, transcriptQuery } from './data.ts';
import { isBehind, isBusy } from './live-updates.ts';

const BUSY_POLL_MS = 2000;
const IDLE_POLL_MS = 8000;
/** How often to poll despite events, because an event may be lost when a connection is reopened, here or between server nodes. */
const LIVE_BUSY_POLL_MS = 15_000;

/** A page of the workspace's list of transcripts. */
export function useHistory(page: number) {
  return useTranscriptList(page, HISTORY_PAGE_SIZE);
}

/** A page of the user's transcripts, polled often only while no events arrive. */
export function useTranscriptList(page: number, limit: number) {
  const isLive = useIsLive();
  return useQuery({
    ...listQuery(page, limit),
    refetchInterval: (query) => {
      if (query.state.error) return false;
      const busy = query.state.data?.transcripts.some(isBusy);
      if (isLive) return busy ? LIVE_BUSY_POLL_MS : false;
      return busy ? BUSY_POLL_MS : IDLE_POLL_MS;
    },
  });
}

/** Fetches the transcript shown again once it has ended according to the list. */
export function useCatchUp(shown: Transcript | undefined): void {
  const queryClient = useQueryClient();
  const { data: page } = useHistory(1);
  const behind =
    shown &&
    isBehind(
      shown,
      page?.transcripts.find((item) => item.id === shown.id),
    )
      ? shown.id
      : null;
  useEffect(() => {
    if (behind !== null) void queryClient.invalidateQueries({ queryKey: transcriptQuery(behind).queryKey });
  }, [behind, queryClient]);
}
