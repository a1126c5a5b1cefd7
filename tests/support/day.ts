import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits for the next day (UTC, as the database counts) where this one has only seconds left: what is allowed for a day begins anew then. */
export async function untilDayLasts({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  const lasts = "select (now() at time zone 'utc')::time < '23:59:35' as lasts";
  await expect.poll(() => sql(lasts), { timeout: 40_000 }).toEqual([{ lasts: true }]);
}
