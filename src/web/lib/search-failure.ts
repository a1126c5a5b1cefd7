import { ApiError } from './api.ts';

/** What to tell people about a search outside that failed: when to try again, where the server knows that; else `otherwise`. */
export function searchFailure(error: unknown, otherwise: string): string {
  const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
  return (isBusy && error.said) || otherwise;
}
