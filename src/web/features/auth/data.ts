import { queryOptions } from '@tanstack/react-query';
import type { getCurrentUser } from '#contract/auth.ts';
import { callAt, isUnauthorized } from '#web/lib/api.ts';
import { logProblem } from '#web/lib/log.ts';

/**
 * `getCurrentUser` of the contract, without its schemas: visitors of the landing page need no validation library (a fifth
 * of its script). The test beside it holds the two together.
 */
export const CURRENT_USER = { method: 'GET', path: '/api/auth/user' } as const;

/** Who is signed in; null for nobody. A call that fails is only logged, and counts as nobody. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async ({ signal }) => {
    try {
      return await callAt<typeof getCurrentUser>(CURRENT_USER, { signal });
    } catch (error) {
      if (!isUnauthorized(error) && !signal.aborted)
        logProblem('Could not find out who is signed in.', error);
      return null;
    }
  },
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: true,
});
