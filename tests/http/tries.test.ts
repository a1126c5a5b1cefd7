import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { type JobRun, openQueue } from '#server/jobs/queue.ts';
import { connectionTo, createDatabase, dropDatabase } from '#tests/support/databases.ts';

const job = defineJob({
  name: 'counted',
  payload: z.object({}),
  retryLimit: 2,
  longestPauseSeconds: 1,
  expireInSeconds: 3600,
});
type Run = JobRun<object>;

/** A database with one job in it, and processes that open its queue one after another. */
async function withJob() {
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
  const state = async () => {
    const { rows } = await pool.query("select state from pgboss.job where name = 'counted'");
    return rows.map((row) => row.state);
  };
  return { open, db, state };
}

/** Runs the job in a process of its own until it is ended, or fails or completes by itself. */
async function runUntilStarted(
  queue: Awaited<ReturnType<typeof openQueue>>,
  body: (run: Run) => Promise<void>,
): Promise<void> {
  const started = Promise.withResolvers<void>();
  await queue.work(
    job,
    async (run) => {
      started.resolve();
      await body(run);
    },
    1,
  );
  await started.promise;
}

const untilAborted = ({ signal }: Run) =>
  new Promise<void>((_resolve, reject) => {
    // As a child process that is killed while a decoder runs: not with the reason of the stop.
    signal.addEventListener('abort', () => reject(new Error('the child process ended')), { once: true });
  });

it('gives back the try of a run that a clean stop ends, however often', async () => {
  const { open, db, state } = await withJob();
  const first = await open();
  await db.transaction((tx) => first.enqueue(tx, job, {}));
  await first.stop();
  for (let stops = 0; stops < 6; stops += 1) {
    const queue = await open();
    await runUntilStarted(queue, untilAborted);
    await queue.stop();
    expect(await state()).toEqual(['retry']);
  }
  const last = await open();
  await runUntilStarted(last, async () => undefined);
  await expect.poll(state).toEqual(['completed']);
  await last.stop();
});

it('gives a job all its tries again when it got further, and ends it when it does not', async () => {
  const { open, db, state } = await withJob();
  const queue = await open();
  onTestFinished(() => queue.stop());
  await db.transaction((tx) => queue.enqueue(tx, job, {}));
  let runs = 0;
  await queue.work(
    job,
    async ({ progressed }) => {
      runs += 1;
      if (runs <= 4) expect(await progressed()).toBe(true);
      throw new Error('not yet');
    },
    1,
  );
  await expect.poll(state).toEqual(['failed']);
  // Four runs that got further, and after the last of them two tries more.
  expect(runs).toBe(4 + job.retryLimit);
});
