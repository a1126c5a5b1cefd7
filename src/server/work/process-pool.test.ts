import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { isAlive } from '#tests/support/processes.ts';
import { createProcessPool, type ProcessPoolOptions } from './process-pool.ts';

const file = new URL('../../../tests/support/obedient-child.ts', import.meta.url);

function open(limits: Partial<Omit<ProcessPoolOptions<unknown>, 'file' | 'answer'>> = {}) {
  const pool = createProcessPool<string, { count: number }>({
    file,
    answer: z.object({ count: z.int() }),
    processes: 2,
    waiting: 10,
    timeMs: 20_000,
    graceMs: 0,
    idleMs: 30_000,
    retiresAfter: { workedMs: 20_000, tasks: 100 },
    heapMb: 64,
    maxBytes: 300_000_000,
    tooMuch: 'feed_unreadable',
    ...limits,
  });
  onTestFinished(() => pool.close());
  return { ...pool, ask: async (task: string, signal?: AbortSignal) => (await pool.run(task, signal)).count };
}

it('keeps a process for the next task, and never more than two', async () => {
  const processes = open();
  processes.prepare();
  expect(await processes.ask('count')).toBe(1);
  expect(await processes.ask('count')).toBe(2);
  const counts = await Promise.all(Array.from({ length: 6 }, () => processes.ask('count')));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(6);
});

it('hides the settings from its processes', async () => {
  expect(await open().ask('settings')).toBe(0);
});

it.each(['exit', 'throw', 'heap', 'outside the heap'])(
  'reports that a process has ended by %s, and continues with another',
  async (task) => {
    const processes = open();
    await expect(processes.ask(task)).rejects.toMatchObject({ code: 'feed_unreadable' });
    expect(await processes.ask('count')).toBe(1);
  },
);

it('ends a process that does not respond in time, while this one continues', async () => {
  const processes = open({ timeMs: 700 });
  const asked = processes.ask('loop');
  const both = await Promise.race([
    asked.catch(() => 'ended'),
    new Promise((done) => setImmediate(() => done('here'))),
  ]);
  expect(both).toBe('here');
  await expect(asked).rejects.toMatchObject({ code: 'feed_unreadable' });
});

it('ends the process of a caller who has left, and starts nothing for a caller who leaves while waiting', async () => {
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

it('lets an abandoned task finish within its time, so that the next task can use the process', async () => {
  const pool = open({ processes: 1, graceMs: 60_000 });
  const id = await pool.ask('id');
  const leaving = new AbortController();
  const left = pool.ask('half a second', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(await pool.ask('id')).toBe(id);
});

it('ends an abandoned task after its time', async () => {
  const pool = open({ processes: 1, graceMs: 100 });
  const id = await pool.ask('id');
  const leaving = new AbortController();
  const left = pool.ask('loop', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  expect(await pool.ask('id')).not.toBe(id);
  expect(isAlive(id)).toBe(false);
});

it('ends an idle process', async () => {
  const pool = open({ idleMs: 50 });
  const id = await pool.ask('id');
  await expect.poll(() => isAlive(id)).toBe(false);
  expect(await pool.ask('count')).toBe(1);
});

it('replaces a process after a number of tasks', async () => {
  const pool = open({ processes: 1, retiresAfter: { workedMs: 20_000, tasks: 2 } });
  const counts: number[] = [];
  for (let nth = 0; nth < 3; nth += 1) counts.push(await pool.ask('count'));
  expect(counts).toEqual([1, 2, 1]);
});

it('rejects a task if too many are waiting', async () => {
  const pool = open({ processes: 1, waiting: 1 });
  const end = new AbortController();
  const asked = Promise.allSettled([pool.ask('loop', end.signal), pool.ask('count', end.signal)]);
  await expect(pool.ask('count')).rejects.toMatchObject({ code: 'busy' });
  end.abort(new Error('left'));
  await asked;
});

it('ends all processes and rejects all tasks when it is closed', async () => {
  const pool = open({ processes: 1, graceMs: 60_000 });
  const id = await pool.ask('id');
  const asked = Promise.allSettled([pool.ask('loop'), pool.ask('count')]);
  await pool.close();
  for (const each of await asked) expect(each).toMatchObject({ reason: { message: /closed/ } });
  expect(isAlive(id)).toBe(false);
  await expect(pool.ask('count')).rejects.toThrow('closed');
});

// Terminating a thread while it loaded its code sometimes crashed the whole server (decision 034).
it('survives processes that are killed at any moment, even while they load their code', async () => {
  for (let round = 0; round < 12; round += 1) {
    const pool = open();
    const asked = Promise.allSettled(['half a second', 'loop', 'count'].map((task) => pool.ask(task)));
    await new Promise((done) => setTimeout(done, round * 15));
    await pool.close();
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
});
