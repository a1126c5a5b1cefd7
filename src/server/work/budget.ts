import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';

export interface BudgetLimits {
  /** The most that an idle caller accumulates, in ms of work. */
  maxMs: number;
  /** The refill rate, in ms of work per second. */
  perSecondMs: number;
  /** How many keys are remembered; a stranger who makes up more of them evicts the oldest. */
  keys: number;
}

/** Tracks what each caller's requests have cost: a token bucket whose tokens are milliseconds of work. */
export interface Budget {
  /** Throws 'too_many_requests', with the seconds to wait, while the balance is negative. */
  check(key: string): void;
  /** Charges what a piece of work has cost; known only afterwards, so the balance may become negative. */
  consume(key: string, ms: number): void;
}

/** Creates a budget in which every caller starts with `maxMs`. `now` gives milliseconds; tests replace it. */
export function createBudget(
  { maxMs, perSecondMs, keys }: BudgetLimits,
  now: () => number = () => performance.now(),
): Budget {
  const accounts = new LRUCache<string, { leftMs: number; at: number }>({ max: keys });
  const leftOf = (key: string) => {
    const account = accounts.peek(key);
    if (!account) return maxMs;
    return Math.min(maxMs, account.leftMs + ((now() - account.at) / 1000) * perSecondMs);
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
