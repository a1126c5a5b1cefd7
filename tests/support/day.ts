import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits for the next day if the current one (UTC, as in the database) has only seconds left, because daily limits are reset then. */
export async function untilDayLasts({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  const lasts = "select (now() at time zone 'utc')::time < '23:59:35' as lasts";
  await expect.poll(() => sql(lasts), { timeout: 40_000 }).toEqual([{ lasts: true }]);
}
