import { ApiError } from '#web/lib/api.ts';
import { toast } from './toast-store.ts';

/** Shows a toast with the server's message for a failure, or `otherwise` if there is none. */
export function showFailure(error: unknown, otherwise: string): void {
  const message = error instanceof ApiError ? error.userMessage : null;
  toast({ title: 'Error', description: message || otherwise, variant: 'destructive' });
}
