import type { TestApp } from './app.ts';

/** How many statements wait for a lock in this database; in others of the same server other tests are at work. */
export async function countWaiting({ sql }: Pick<TestApp, 'sql'>): Promise<number> {
  const rows = await sql(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
