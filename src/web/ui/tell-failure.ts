import { ApiError } from '#web/lib/api.ts';
import { toast } from './toast-store.ts';

/** Shows a toast with the server's message for a failure, or `otherwise` if there is none. */
export function tellFailure(error: unknown, otherwise: string): void {
  const said = error instanceof ApiError ? error.said : null;
  toast({ title: 'Error', description: said || otherwise, variant: 'destructive' });
}
