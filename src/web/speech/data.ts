import { queryOptions, useQuery } from '@tanstack/react-query';
import { getApiKeys } from '#contract/api-keys.ts';
import { call } from '#web/lib/api.ts';

/** Which services there are keys for. */
const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(getApiKeys, { signal }),
});

/** By whose key AssemblyAI may be used: one's own, the installation's, which everybody shares, or none; none until it is known. */
export function useAssemblyAiKey(): 'own' | 'shared' | 'none' {
  const { data } = useQuery(apiKeysQuery);
  if (data?.hasAssemblyAI) return 'own';
  return data?.systemAssemblyAI ? 'shared' : 'none';
}
