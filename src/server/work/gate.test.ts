import { expect, it } from 'vitest';
import { CallerLeft } from './caller.ts';
import { createGate, createQueue } from './gate.ts';

const NEVER = new AbortController().signal;
const LIMITS = { atOnce: 2, atOnceEach: 1, waiting: 100, waitingEach: 3 };

/** Work that records when it begins, and ends when the test says so. */
function stage(limits = LIMITS) {
  const gate = createGate(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string, signal = NEVER) =>
    gate.run({ key, signal }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { start, end, begun, settle };
}

it('gives one caller at most a share, and the others the rest', async () => {
  const { start, end, begun, settle } = stage();
  for (const name of ['a1', 'a2', 'a3']) void start('a', name);
  void start('b', 'b1');
  void start('c', 'c1');
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  // A caller who has just had a turn comes after one who has had none.
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await end('b1');
  await end('a2');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});

it('does nothing for a caller who has left while waiting, and keeps no slot for them', async () => {
  const { start, end, begun } = stage();
  const gone = new AbortController();
  void start('a', 'a1');
  const waiting = start('a', 'a2', gone.signal);
  void start('a', 'a3');
  gone.abort(new CallerLeft());
  await expect(waiting).rejects.toBeInstanceOf(CallerLeft);
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
  await expect(start('a', 'a4', gone.signal)).rejects.toBeInstanceOf(CallerLeft);
});

it('rejects a caller with too many waiting calls, and everybody if too many calls are waiting', async () => {
  const { start } = stage({ ...LIMITS, waiting: 5 });
  for (let nth = 0; nth < 4; nth += 1) void start('a', `a${nth}`);
  await expect(start('a', 'one more')).rejects.toMatchObject({ code: 'too_many_requests' });
  for (let nth = 0; nth < 3; nth += 1) void start('b', `b${nth}`);
  await expect(start('c', 'one of another')).rejects.toMatchObject({ code: 'busy' });
});

it('gives the slot of failed work to the next call', async () => {
  const gate = createGate(LIMITS);
  const failing = gate.run({ key: 'a', signal: NEVER }, () => Promise.reject(new Error('no')));
  const next = gate.run({ key: 'a', signal: NEVER }, async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('lets those who wait begin in the order in which they came, and refuses more than may wait', async () => {
  const inTurn = createQueue({ atOnce: 1, waiting: 2 });
  const begun: number[] = [];
  const work = (nth: number) => inTurn(NEVER, async () => begun.push(nth));
  const all = [1, 2, 3].map(work);
  await expect(work(4)).rejects.toMatchObject({ code: 'busy' });
  await Promise.all(all);
  expect(begun).toEqual([1, 2, 3]);
});
