import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';

export interface BudgetLimits {
  /** What somebody who has done nothing for a while may have at once, in ms of work. */
  mostMs: number;
  /** What comes back, in ms of work a second. */
  perSecondMs: number;
  /** Keys that are remembered; a stranger who makes up more of them pushes the oldest out. */
  keys: number;
}

/** Counts what each one's requests have cost: a token bucket whose tokens are milliseconds of work. */
export interface Budget {
  /** Throws 'too_many_requests', with the seconds after which to come again, while more has been spent than there was. */
  check(key: string): void;
  /** What a piece of work has cost; known only afterwards, so that it may go below nothing. */
  consume(key: string, ms: number): void;
}

export function createBudget(
  { mostMs, perSecondMs, keys }: BudgetLimits,
  now: () => number = () => performance.now(),
): Budget {
  const accounts = new LRUCache<string, { leftMs: number; at: number }>({ max: keys });
  const leftOf = (key: string) => {
    const account = accounts.peek(key);
    if (!account) return mostMs;
    return Math.min(mostMs, account.leftMs + ((now() - account.at) / 1000) * perSecondMs);
  };
  return {
    check: (key) => {
      const leftMs = leftOf(key);
      if (leftMs > 0) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(-leftMs / perSecondMs));
      throw new AppError('too_many_requests', { retryAfterSeconds });
    },
    consume: (key, ms) => {
      const leftMs = leftOf(key) - ms;
      accounts.set(key, { leftMs, at: now() });
    },
  };
}
