import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { invalidates?: readonly QueryKey[] };
  }
}

const FRESH_MS = 30_000;
const KEPT_MS = 5 * 60_000;

/** The cache of what the server said. A mutation names in `meta.invalidates` what is stale once it is over. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
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
