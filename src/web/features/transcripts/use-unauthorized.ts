import { useEffect } from 'react';
import { isUnauthorized } from '#web/lib/api.ts';
import { LOGIN_PATH } from '#web/lib/paths.ts';
import { toast } from '#web/ui/toast-store.ts';

const REDIRECT_MS = 500;

/** Tells that the session is over and goes to the login. */
export function leaveForLogin(): void {
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  setTimeout(() => location.assign(LOGIN_PATH), REDIRECT_MS);
}

/** Leaves for the login when a call of this component was refused because nobody is signed in. */
export function useUnauthorized(error: unknown): void {
  const isOver = isUnauthorized(error);
  useEffect(() => {
    if (isOver) leaveForLogin();
  }, [isOver]);
}
