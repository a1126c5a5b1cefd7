import { expect, it } from 'vitest';
import { CallerLeft } from './caller.ts';
import { createMemory, memoryPer } from './memory.ts';

const NEVER = new AbortController().signal;
const OPTIONS = { ttl: 60_000, max: 10 };

it('computes a value once for several simultaneous callers, and keeps it', async () => {
  const memory = createMemory<string>(OPTIONS);
  let made = 0;
  const make = async () => {
    made += 1;
    return 'value';
  };
  const asked = await Promise.all([1, 2, 3].map(() => memory.get('key', NEVER, make)));
  expect([...asked, await memory.get('key', NEVER, make)]).toEqual(['value', 'value', 'value', 'value']);
  expect(made).toBe(1);
  await memory.get('another key', NEVER, make);
  expect(made).toBe(2);
});

it('aborts the computation when all callers have left, not before', async () => {
  const memory = createMemory<string>(OPTIONS);
  const callers = [new AbortController(), new AbortController()];
  let given: AbortSignal | undefined;
  const make = (signal: AbortSignal) => {
    given = signal;
    return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const asked = callers.map(({ signal }) => memory.get('key', signal, make));
  callers[0]?.abort(new CallerLeft());
  await expect(asked[0]).rejects.toBeInstanceOf(CallerLeft);
  expect(given?.aborted).toBe(false);
  callers[1]?.abort(new CallerLeft());
  await expect(asked[1]).rejects.toBeInstanceOf(CallerLeft);
  expect(given?.aborted).toBe(true);
  // A new caller does not get the aborted result.
  expect(await memory.get('key', NEVER, async () => 'anew')).toBe('anew');
});

it('repeats a computation that failed', async () => {
  const memory = createMemory<string>(OPTIONS);
  await expect(memory.get('key', NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await memory.get('key', NEVER, async () => 'now')).toBe('now');
});

it('keeps a value of size 0', async () => {
  const memory = createMemory<string>({ maxSize: 10, sizeCalculation: ({ length }) => length });
  expect(await memory.get('key', NEVER, async () => '')).toBe('');
  expect(await memory.get('key', NEVER, async () => 'anew')).toBe('');
});

it('shares nothing with another application', async () => {
  const memories = memoryPer<string>(OPTIONS);
  const [one, other] = [{}, {}];
  await memories(one).get('key', NEVER, async () => 'one');
  expect(await memories(one).get('key', NEVER, async () => 'anew')).toBe('one');
  expect(await memories(other).get('key', NEVER, async () => 'other')).toBe('other');
});

it('forgets values that are too old, and above its limit the least recently used', async () => {
  let ms = 1;
  const clock = { perf: { now: () => ms }, ttlResolution: 0 };
  const bound = { maxSize: 10, sizeCalculation: (value: number) => value };
  const memory = createMemory<number>({ ttl: 1000, ...bound, ...clock });
  const made: string[] = [];
  const get = (key: string, size: number) =>
    memory.get(key, NEVER, async () => {
      made.push(key);
      return size;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 4);
  expect(made.splice(0)).toEqual(['a', 'b', 'c', 'b']);
  await get('huge', 11);
  await get('huge', 11);
  expect(made.splice(0)).toEqual(['huge', 'huge']);
  ms = 1002;
  await get('b', 4);
  expect(made).toEqual(['b']);
});
