import { ApiError } from '#web/lib/api.ts';
import { toast } from './toast-store.ts';

/** Tells that something failed in the server's words, or in these where it has none. */
export function tellFailure(error: unknown, otherwise: string): void {
  const said = error instanceof ApiError ? error.said : null;
  toast({ title: 'Error', description: said || otherwise, variant: 'destructive' });
}
