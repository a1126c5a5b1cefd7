import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Turn } from '#server/jobs/turn-queries.ts';
import { ownQueue } from '#tests/support/own-queue.ts';

const job = defineJob({
  name: 'taken-in-turn',
  payload: z.object({ name: z.string() }),
  retryLimit: 0,
  expireInSeconds: 3600,
});
const [ANN, BEN, CAT] = [1, 2, 3];

async function withQueue() {
  const { open, db, states } = await ownQueue(job);
  const queue: JobQueue = await open();
  onTestFinished(() => queue.stop());
  const begun: string[] = [];
  return {
    begun,
    states,
    enqueue: (name: string, turn?: Turn) =>
      db.transaction((tx) => queue.enqueue(tx, job, { name }, { turn })),
    work: (
      limits: { concurrency: number; each: number },
      until: (name: string) => Promise<void> = async () => {},
    ) =>
      queue.work(
        job,
        async ({ payload }) => {
          begun.push(payload.name);
          await until(payload.name);
        },
        limits,
      ),
  };
}

it('does jobs of several people in turn, by their length, whoever came first', async () => {
  const { begun, enqueue, work } = await withQueue();
  for (let at = 1; at <= 6; at += 1) await enqueue(`ann ${at}`, { person: ANN, minutes: 10 });
  await enqueue('ben 1', { person: BEN, minutes: 10 });
  await enqueue('ben 2', { person: BEN, minutes: 10 });
  for (let at = 1; at <= 4; at += 1) await enqueue(`cat ${at}`, { person: CAT, minutes: 5 });
  await enqueue('nobody’s');
  await work({ concurrency: 1, each: 1 });
  await expect.poll(() => begun.length).toBe(13);
  expect(begun).toEqual([
    ...['ann 1', 'ben 1', 'cat 1', 'nobody’s'],
    ...['cat 2', 'ann 2', 'ben 2', 'cat 3', 'cat 4'],
    ...['ann 3', 'ann 4', 'ann 5', 'ann 6'],
  ]);
});

it('lets a newcomer in at once, and those who wait are not put off for ever', async () => {
  const { begun, states, enqueue, work } = await withQueue();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (name: string) => {
    const gate = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, gate);
    return gate;
  };
  for (let at = 1; at <= 4; at += 1) await enqueue(`ann ${at}`, { person: ANN, minutes: 10 });
  await work({ concurrency: 1, each: 1 }, (name) => gateOf(name).promise);
  await expect.poll(() => begun).toEqual(['ann 1']);
  // While one of Ann's is being done, Ben comes with many: each of hers comes before his next.
  for (let at = 1; at <= 4; at += 1) await enqueue(`ben ${at}`, { person: BEN, minutes: 10 });
  for (const name of ['ann 1', 'ann 2', 'ben 1', 'ann 3', 'ben 2']) {
    await expect.poll(() => begun).toContain(name);
    gateOf(name).resolve();
  }
  await enqueue('cat', { person: CAT, minutes: 1 });
  await expect.poll(() => begun.at(-1)).toBe('ann 4');
  for (const name of ['ann 4', 'ben 3', 'cat', 'ben 4']) gateOf(name).resolve();
  await expect.poll(states).toEqual(Array.from({ length: 9 }, () => 'completed'));
  expect(begun.slice(0, 6)).toEqual(['ann 1', 'ann 2', 'ben 1', 'ann 3', 'ben 2', 'ann 4']);
  expect(begun.indexOf('cat')).toBeLessThan(begun.indexOf('ben 4'));
});

it('keeps a place for others beside one person’s jobs', async () => {
  const { begun, enqueue, work } = await withQueue();
  const end = Promise.withResolvers<void>();
  for (let at = 1; at <= 3; at += 1) await enqueue(`ann ${at}`, { person: ANN, minutes: 1 });
  await work({ concurrency: 2, each: 1 }, () => end.promise);
  await expect.poll(() => begun).toEqual(['ann 1']);
  await enqueue('ben', { person: BEN, minutes: 100 });
  await expect.poll(() => begun).toEqual(['ann 1', 'ben']);
  end.resolve();
  await expect.poll(() => begun.length).toBe(4);
});
