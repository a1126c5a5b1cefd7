import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { JobDefinition } from '#server/jobs/job.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { connectionTo, createDatabase, dropDatabase } from './databases.ts';

/** A database of its own, and processes that open its queue of this kind of job one after another. */
export async function ownQueue(job: JobDefinition) {
  const database = await createDatabase('template_migrated');
  const connection = connectionTo(database);
  const pool = new pg.Pool({ ...connection, max: 5 });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await dropDatabase(database);
  });
  const db = drizzle({ client: pool, casing: 'snake_case' }) as unknown as Parameters<
    typeof openQueue
  >[0]['db'];
  const open = () =>
    openQueue({
      connection,
      statementMs: 10_000,
      db,
      jobs: [job],
      onError: () => undefined,
      patience: { superviseSeconds: 1, longestPauseSeconds: 1, pollSeconds: 0.5 },
    });
  const states = async () => {
    const { rows } = await pool.query('select state from pgboss.job where name = $1', [job.name]);
    return rows.map((row) => row.state);
  };
  return { open, db, states };
}
