import type { TestApp } from './app.ts';

/** How many statements are waiting for a lock in this database; other databases of the server belong to other tests. */
export async function countWaiting({ sql }: Pick<TestApp, 'sql'>): Promise<number> {
  const rows = await sql(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
