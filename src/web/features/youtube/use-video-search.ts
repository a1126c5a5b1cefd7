import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { VIDEOS_FOUND } from '#contract/limits.ts';
import { isUnauthorized } from '#web/lib/api.ts';
import { searchFailure } from '#web/lib/search-failure.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { videosQuery } from './data.ts';

/** The last search for videos, and its results. */
export function useVideoSearch() {
  const queryClient = useQueryClient();
  const [searched, setSearched] = useState('');
  const found = useQuery({ ...videosQuery(searched, VIDEOS_FOUND), enabled: searched !== '' });

  async function search(query: string) {
    setSearched(query);
    try {
      await queryClient.fetchQuery(videosQuery(query, VIDEOS_FOUND));
    } catch (error) {
      if (error instanceof CancelledError) return;
      toast({ title: 'Search Failed', description: videoSearchFailure(error), variant: 'destructive' });
      // Lets the page notice that the session has ended.
      if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
    }
  }

  return { searched, search, found, clear: () => setSearched('') };
}

/** The message for a failed search. */
export function videoSearchFailure(error: unknown): string {
  return searchFailure(error, 'Failed to search YouTube videos. Please try again.');
}
