import { type Connection, openDatabase } from '../db/client.ts';
import { clearMark } from '../db/load.ts';
import type { UnfinishedJob } from '../db/snapshot.ts';
import { openQueue } from '../jobs/queue.ts';
import { JOBS } from '../worker.ts';

const STATEMENT_MS = 600_000;

/** Puts the jobs that had not ended into the queue of a database that was filled, and lets the application start on it. */
export async function goOn(connection: Connection, unfinished: readonly UnfinishedJob[]): Promise<void> {
  const onError = () => undefined;
  const { db, close } = openDatabase({ connection, pool: { size: 4, statementMs: STATEMENT_MS }, onError });
  try {
    const queue = await openQueue({ connection, statementMs: STATEMENT_MS, db, jobs: JOBS, onError });
    try {
      await db.transaction(async (tx) => {
        for (const { name, id, data } of unfinished) {
          const job = JOBS.find((each) => each.name === name);
          // A kind of job that this version does not know any more has nobody who would run it.
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
