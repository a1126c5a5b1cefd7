import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { invalidates?: readonly QueryKey[] };
  }
}

const FRESH_MS = 30_000;
const KEPT_MS = 5 * 60_000;

/** The cache of what the server said. A mutation names in `meta.invalidates` what is stale once it is over. */
export function createQueryClient(): QueryClient {
  const client = new ThoroughClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, refetchOnWindowFocus: false },
      // Without a network a change fails, and says so, instead of waiting unseen for the network.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSettled: async (_data, _error, _variables, _onMutateResult, mutation) => {
        const stale = mutation.meta?.invalidates ?? [];
        await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
      },
    }),
  });
  return client;
}

/**
 * The library lets a first fetch go on when what it asks for is called stale meanwhile, and takes its answer, which may be
 * from before the change, for fresh. Here it is asked for once more afterwards.
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
