import { queryOptions } from '@tanstack/react-query';
import { getApiKeys } from '#contract/api-keys.ts';
import { call } from './api.ts';

/** The services that there are keys for: the user's and the installation's. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => call(getApiKeys, { signal }),
});
