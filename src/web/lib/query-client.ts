import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { invalidates?: readonly QueryKey[] };
  }
}

const FRESH_MS = 30_000;
const KEPT_MS = 5 * 60_000;

/**
 * The cache of server data. A mutation lists in `meta.invalidates` the query keys that are stale once it has finished. `onSessionLost` is called
 * when the server refuses a change because nobody is signed in.
 */
export function createQueryClient(onSessionLost: () => void = () => undefined): QueryClient {
  const client = new ThoroughClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, refetchOnWindowFocus: false },
      // Without a network, a change fails visibly instead of silently waiting for the network.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: async (_data, error, _variables, _onMutateResult, mutation) => {
        // After the failure was shown, which this replaces. A wrong password has the same status.
        if (error instanceof ApiError && error.code === 'unauthorized') onSessionLost();
        const stale = mutation.meta?.invalidates ?? [];
        await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
      },
    }),
  });
  return client;
}

/**
 * If a query is invalidated during its first fetch, the library lets that fetch finish and treats its response, which may be
 * from before the change, as fresh. This client fetches once more afterwards.
 */
class ThoroughClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const isFirst = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    await super.invalidateQueries(filters, options);
    await Promise.all(
      isFirst.map(async ({ promise, queryKey }) => {
        await promise?.catch(() => undefined);
        await super.invalidateQueries(
          { ...filters, queryKey, exact: true } as InvalidateQueryFilters,
          options,
        );
      }),
    );
  }
}
