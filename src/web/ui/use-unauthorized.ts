import { useEffect } from 'react';
import { isUnauthorized } from '#web/lib/api.ts';
import { loginPath } from '#web/lib/paths.ts';
import { toast } from '#web/ui/toast-store.ts';

const REDIRECT_MS = 500;
/** By then, the browser has left the page, or the login could not be reached and may be tried again. */
const GIVE_UP_MS = 10_000;

let isLeaving = false;

/** Reports that the session has ended, and goes to the login, which leads back here. If several calls are refused at once, only the first one does, because a second navigation would cancel it. */
export function leaveForLogin(): void {
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, GIVE_UP_MS);
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const { pathname, search, hash } = location;
  setTimeout(() => location.assign(loginPath(pathname + search + hash)), REDIRECT_MS);
}

/** Goes to the login if a call of this component was refused because nobody is signed in. */
export function useUnauthorized(error: unknown): void {
  const isOver = isUnauthorized(error);
  useEffect(() => {
    if (isOver) leaveForLogin();
  }, [isOver]);
}
