import { queryOptions } from '@tanstack/react-query';
import type { getCurrentUser } from '#contract/auth.ts';
import { callAt, isUnauthorized } from '#web/lib/api.ts';
import { logProblem } from '#web/lib/log.ts';
import { USER_KEY } from '#web/lib/user-key.ts';

/**
 * The contract's `getCurrentUser` without its schemas, so that the landing page does not load the validation library (a
 * fifth of its script). The test beside it makes sure that the two agree.
 */
export const CURRENT_USER = { method: 'GET', path: '/api/auth/user' } as const;

/** The signed-in user, or null. A failed call is only logged, and counts as null. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: async ({ signal }) => {
    if (isKnownVisitor()) return null;
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

/** Whether the server found no session when it served this page. This is only known when it loads: somebody may sign in later, in another tab too. */
function isKnownVisitor(): boolean {
  const { dataset } = document.documentElement;
  const isVisitor = dataset.visitor !== undefined;
  delete dataset.visitor;
  return isVisitor;
}
