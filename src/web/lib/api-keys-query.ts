import { queryOptions } from '@tanstack/react-query';
import { getApiKeys } from '#contract/api-keys.ts';
import { call } from './api.ts';

/** Which services there are keys for: one's own and the installation's. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(getApiKeys, { signal }),
});
