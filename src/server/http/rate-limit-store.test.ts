import { describe, expect, it } from 'vitest';
import { RateLimitStore } from './rate-limit-store.ts';

const WINDOW_MS = 60_000;

function clockedStore(options: { ownWindows?: number } = {}) {
  let nowMs = 0;
  const store = new RateLimitStore({ now: () => nowMs, ...options }).child();
  const count = (key: string) => {
    let counted = { current: 0, ttl: 0 };
    store.incr(
      key,
      (_, result) => {
        counted = result ?? counted;
      },
      WINDOW_MS,
    );
    return counted;
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { count, pass };
}

describe('RateLimitStore', () => {
  it('counts each key within a window that begins with its first try', () => {
    const { count, pass } = clockedStore();
    expect(count('ann')).toEqual({ current: 1, ttl: WINDOW_MS });
    pass(WINDOW_MS - 1);
    expect(count('bob').current).toBe(1);
    expect(count('ann')).toEqual({ current: 2, ttl: 1 });
    pass(1);
    expect(count('ann').current).toBe(1);
    expect(count('bob').current).toBe(2);
  });

  it('forgets no try of a key that it remembers when there are more keys than it can remember', () => {
    const { count, pass } = clockedStore({ ownWindows: 100 });
    for (let tries = 1; tries <= 7; tries += 1) expect(count('ann').current).toBe(tries);
    for (let at = 0; at < 100_000; at += 1) count(`made up ${at}`);
    expect(count('ann').current).toBe(8);
    pass(WINDOW_MS);
    expect(count('ann').current).toBe(1);
  });

  it('counts every try of keys beyond those, and few of others with them', () => {
    const { count } = clockedStore({ ownWindows: 100 });
    for (let at = 0; at < 100_000; at += 1) count(`made up ${at}`);
    const first = count('ann').current;
    expect(first).toBeLessThan(20);
    expect(count('ann').current).toBe(first + 1);
    expect(count('ann').current).toBe(first + 2);
  });
});
