import { MEDIA_TOKEN_MS } from '#contract/limits.ts';

export type MediaPlace = 'server' | 'cdn';

/** How the media is being loaded, and what has been tried. */
export interface Attempt {
  /** Increases with every attempt, so that each gets a new element. */
  number: number;
  place: MediaPlace;
  hasSwapped: boolean;
  hasRetried: boolean;
}

export interface MediaFailure {
  /** The browser reports a network error. */
  isNetwork: boolean;
  tokenAgeMs: number;
  hasCdn: boolean;
}

export type Recovery =
  | { kind: 'refresh-token'; next: Attempt }
  | { kind: 'retry'; delayMs: number; next: Attempt }
  | { kind: 'swap'; next: Attempt }
  | { kind: 'give-up' };

export const NETWORK_RETRY_MS = 1500;
/** A little before the server stops accepting it. */
const TOKEN_OLD_MS = MEDIA_TOKEN_MS - 5 * 60_000;

export function firstAttempt(place: MediaPlace): Attempt {
  return { number: 0, place, hasSwapped: false, hasRetried: false };
}

/** What to do if the media does not load: a new token, a retry, the other source, or nothing. */
export function recoveryFor(failure: MediaFailure, attempt: Attempt): Recovery {
  const number = attempt.number + 1;
  // A fresh token starts over: an hour has passed since the last one.
  if (failure.tokenAgeMs >= TOKEN_OLD_MS)
    return { kind: 'refresh-token', next: { ...firstAttempt(attempt.place), number } };
  if (failure.isNetwork && !attempt.hasRetried) {
    return { kind: 'retry', delayMs: NETWORK_RETRY_MS, next: { ...attempt, number, hasRetried: true } };
  }
  const other = attempt.place === 'cdn' ? 'server' : 'cdn';
  if (!attempt.hasSwapped && (other === 'server' || failure.hasCdn)) {
    return { kind: 'swap', next: { ...attempt, number, place: other, hasSwapped: true } };
  }
  return { kind: 'give-up' };
}
