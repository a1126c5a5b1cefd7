import { expect, it } from 'vitest';
import { z } from 'zod';
import { createWarmThreads, ThreadEnded } from './warm-threads.ts';

/** A thread that answers with how often it was asked, never, by ending, or by taking all the memory that there is. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let asked = 0;
    parentPort.on('message', (task) => {
      asked += 1;
      if (task === 'loop') for (;;);
      if (task === 'settings') return parentPort.postMessage(Object.keys(process.env).length);
      if (task === 'exit') process.exit(1);
      if (task === 'throw') throw new Error('thrown');
      if (task === 'memory') for (const all = []; ; ) all.push(new Array(100000).fill(asked + 0.5));
      parentPort.postMessage(asked);
    });`)}`,
);
const open = (timeMs: number) =>
  createWarmThreads<string, number>({ file, answer: z.int(), timeMs, heapMb: 32 });

it('keeps a thread for the next task, and never more than two', async () => {
  const threads = open(20_000);
  threads.prepare();
  expect(await threads.ask('count')).toBe(1);
  expect(await threads.ask('count')).toBe(2);
  const counts = await Promise.all(Array.from({ length: 6 }, () => threads.ask('count')));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(6);
});

it('keeps the settings from its threads', async () => {
  expect(await open(20_000).ask('settings')).toBe(0);
});

it.each(['exit', 'throw', 'memory'])(
  'says that a thread has ended by %s, and goes on with another',
  async (task) => {
    const threads = open(20_000);
    await expect(threads.ask(task)).rejects.toBeInstanceOf(ThreadEnded);
    expect(await threads.ask('count')).toBe(1);
  },
);

it('ends a thread that does not answer in time, while this one goes on', async () => {
  const threads = open(500);
  const asked = threads.ask('loop');
  const both = await Promise.race([
    asked.catch(() => 'ended'),
    new Promise((done) => setImmediate(() => done('here'))),
  ]);
  expect(both).toBe('here');
  await expect(asked).rejects.toBeInstanceOf(ThreadEnded);
});
