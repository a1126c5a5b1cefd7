import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnauthorized } from '#web/lib/api.ts';
import { searchFailure } from '#web/lib/search-failure.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { podcastsQuery } from './data.ts';

/** The last search for podcasts, and its results. */
export function usePodcastSearch() {
  const queryClient = useQueryClient();
  const [searched, setSearched] = useState('');
  const found = useQuery({ ...podcastsQuery(searched), enabled: searched !== '' });

  async function search(query: string) {
    setSearched(query);
    try {
      const { results } = await queryClient.fetchQuery(podcastsQuery(query));
      if (results.length > 0) return;
      toast({ title: 'No Results', description: 'No podcasts found for your search query.' });
    } catch (error) {
      if (error instanceof CancelledError) return;
      toast({ title: 'Search Failed', description: podcastSearchFailure(error), variant: 'destructive' });
      // Lets the page notice that the session has ended.
      if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
    }
  }

  return { searched, search, found };
}

/** The message for a failed search. */
export function podcastSearchFailure(error: unknown): string {
  return searchFailure(error, 'Failed to search podcasts');
}
