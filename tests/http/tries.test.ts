import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import type { JobQueue, JobRun } from '#server/jobs/queue.ts';
import { ownQueue } from '#tests/support/own-queue.ts';

const job = defineJob({
  name: 'counted',
  payload: z.object({}),
  retryLimit: 2,
  longestPauseSeconds: 1,
  expireInSeconds: 3600,
});
type Run = JobRun<object>;

const withJob = () => ownQueue(job);

/** Runs the job in a process of its own until it is ended, or fails or completes by itself. */
async function runUntilStarted(queue: JobQueue, body: (run: Run) => Promise<void>): Promise<void> {
  const started = Promise.withResolvers<void>();
  await queue.work(
    job,
    async (run) => {
      started.resolve();
      await body(run);
    },
    { concurrency: 1, each: 1 },
  );
  await started.promise;
}

const untilAborted = ({ signal }: Run) =>
  new Promise<void>((_resolve, reject) => {
    // As a child process that is killed while a decoder runs: not with the reason of the stop.
    signal.addEventListener('abort', () => reject(new Error('the child process ended')), { once: true });
  });

it('gives back the try of a run that a clean stop ends, however often', async () => {
  const { open, db, states } = await withJob();
  const first = await open();
  await db.transaction((tx) => first.enqueue(tx, job, {}));
  await first.stop();
  for (let stops = 0; stops < 6; stops += 1) {
    const queue = await open();
    await runUntilStarted(queue, untilAborted);
    await queue.stop();
    expect(await states()).toEqual(['retry']);
  }
  const last = await open();
  await runUntilStarted(last, async () => undefined);
  await expect.poll(states).toEqual(['completed']);
  await last.stop();
});

it('gives a job all its tries again when it got further, and ends it when it does not', async () => {
  const { open, db, states } = await withJob();
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
    { concurrency: 1, each: 1 },
  );
  await expect.poll(states).toEqual(['failed']);
  // Four runs that got further, and after the last of them two tries more.
  expect(runs).toBe(4 + job.retryLimit);
});
