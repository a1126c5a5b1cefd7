import { expect, it } from 'vitest';
import { CallerLeft } from './caller.ts';
import { createMemory, memoryPer } from './memory.ts';

const NEVER = new AbortController().signal;
const OPTIONS = { ttlMs: 60_000, maxWeight: 10 };

it('makes once what several ask for at the same time, and keeps it', async () => {
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

it('ends what is being made when all have gone, not before', async () => {
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
  // Whoever comes now does not get the end of it.
  expect(await memory.get('key', NEVER, async () => 'anew')).toBe('anew');
});

it('makes what failed again', async () => {
  const memory = createMemory<string>(OPTIONS);
  await expect(memory.get('key', NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await memory.get('key', NEVER, async () => 'now')).toBe('now');
});

it('has nothing in common with that of another application', async () => {
  const memories = memoryPer<string>(OPTIONS);
  const [one, other] = [{}, {}];
  await memories(one).get('key', NEVER, async () => 'one');
  expect(await memories(one).get('key', NEVER, async () => 'anew')).toBe('one');
  expect(await memories(other).get('key', NEVER, async () => 'other')).toBe('other');
});
