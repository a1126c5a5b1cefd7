import { type Connection, openDatabase } from '../db/client.ts';
import { clearMark } from '../db/load.ts';
import type { UnfinishedJob } from '../db/snapshot.ts';
import { openQueue } from '../jobs/queue.ts';
import { JOBS } from '../worker.ts';

const STATEMENT_MS = 600_000;

/** Enqueues the unfinished jobs in a restored or moved database, and allows the application to start on it. */
export async function goOn(connection: Connection, unfinished: readonly UnfinishedJob[]): Promise<void> {
  const onError = () => undefined;
  const { db, close } = openDatabase({ connection, pool: { size: 4, statementMs: STATEMENT_MS }, onError });
  try {
    const queue = await openQueue({ connection, statementMs: STATEMENT_MS, db, jobs: JOBS, onError });
    try {
      await db.transaction(async (tx) => {
        for (const { name, id, data } of unfinished) {
          const job = JOBS.find((each) => each.name === name);
          // A kind of job that this version no longer has cannot be run.
          if (job) await queue.enqueue(tx, job, job.payload.parse(data) as never, { id });
        }
      });
    } finally {
      await queue.stop();
    }
  } finally {
    await close();
  }
  await clearMark(connection);
}
