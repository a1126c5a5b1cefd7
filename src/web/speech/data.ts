import { queryOptions, useQuery } from '@tanstack/react-query';
import { getApiKeys } from '#contract/api-keys.ts';
import { call } from '#web/lib/api.ts';

/** Which services there are keys for. */
const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(getApiKeys, { signal }),
});

/** Whether AssemblyAI may be used, by a key of one's own or by the installation's; not until that is known. */
export function useHasAssemblyAi(): boolean {
  const { data } = useQuery(apiKeysQuery);
  return data !== undefined && (data.hasAssemblyAI || data.systemAssemblyAI);
}
