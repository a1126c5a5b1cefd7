import { afterEach, expect, it, vi } from 'vitest';
import { createExpiringCache } from './expiring-cache.ts';

afterEach(() => void vi.useRealTimers());

it('forgets what is too old', () => {
  vi.useFakeTimers();
  const cache = createExpiringCache<number>({ ttlMs: 1000, maxWeight: 10 });
  cache.set('a', 1);
  vi.advanceTimersByTime(999);
  expect(cache.get('a')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

it('keeps within its bound, and what was used last', () => {
  const cache = createExpiringCache<number>({ ttlMs: 1000, maxWeight: 10, weigh: (value) => value });
  cache.set('a', 4);
  cache.set('b', 4);
  cache.get('a');
  cache.set('c', 4);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([4, undefined, 4]);
  cache.set('huge', 11);
  expect(cache.get('huge')).toBeUndefined();
  cache.set('a', 2);
  cache.set('d', 4);
  expect(['a', 'c', 'd'].map((key) => cache.get(key))).toEqual([2, 4, 4]);
});
