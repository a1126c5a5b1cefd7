import { expect, it } from 'vitest';
import { z } from 'zod';
import { isAlive } from '#tests/support/processes.ts';
import { createWarmProcesses } from './warm-processes.ts';

const file = new URL('../../../tests/support/obedient-child.ts', import.meta.url);
const open = (timeMs = 20_000) => {
  const processes = createWarmProcesses<string, { count: number }>({
    file,
    answer: z.object({ count: z.int() }),
    timeMs,
    heapMb: 64,
    maxBytes: 300_000_000,
    tooMuch: 'feed_unreadable',
  });
  return {
    prepare: processes.prepare,
    ask: async (task: string, signal?: AbortSignal) => (await processes.ask(task, signal)).count,
  };
};

it('keeps a process for the next task, and never more than two', async () => {
  const processes = open();
  processes.prepare();
  expect(await processes.ask('count')).toBe(1);
  expect(await processes.ask('count')).toBe(2);
  const counts = await Promise.all(Array.from({ length: 6 }, () => processes.ask('count')));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(6);
});

it('keeps the settings from its processes', async () => {
  expect(await open().ask('settings')).toBe(0);
});

it.each(['exit', 'throw', 'heap', 'outside the heap'])(
  'says that a process has ended by %s, and goes on with another',
  async (task) => {
    const processes = open();
    await expect(processes.ask(task)).rejects.toMatchObject({ code: 'feed_unreadable' });
    expect(await processes.ask('count')).toBe(1);
  },
);

it('ends a process that does not answer in time, while this one goes on', async () => {
  const processes = open(700);
  const asked = processes.ask('loop');
  const both = await Promise.race([
    asked.catch(() => 'ended'),
    new Promise((done) => setImmediate(() => done('here'))),
  ]);
  expect(both).toBe('here');
  await expect(asked).rejects.toMatchObject({ code: 'feed_unreadable' });
});

it('ends the process of who has left, and begins nothing for who leaves while waiting', async () => {
  const processes = open();
  const id = await processes.ask('id');
  const leaving = new AbortController();
  const left = Promise.allSettled(
    ['loop', 'loop', 'loop'].map((task) => processes.ask(task, leaving.signal)),
  );
  leaving.abort(new Error('left'));
  for (const each of await left) expect(each).toMatchObject({ reason: { message: 'left' } });
  await expect.poll(() => isAlive(id)).toBe(false);
  expect(await processes.ask('count')).toBe(1);
});
