import { ApiError } from './api.ts';

/** The message for a failed search of podcasts or videos: when to try again, if the server says so, or else `otherwise`. */
export function searchFailure(error: unknown, otherwise: string): string {
  const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
  return (isBusy && error.userMessage) || otherwise;
}
