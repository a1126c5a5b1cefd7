import { expect, it } from 'vitest';
import { createWork } from './work.ts';

const { signal } = new AbortController();
const words = (count: number) => ({
  kind: 'pack-words' as const,
  segments: [
    { id: 1, revision: 1, words: JSON.stringify(Array.from({ length: count }, () => ['mill', 0, 100, 0.9])) },
  ],
});

it('does a short task at once, and a long one in a process that ends with it', async () => {
  const work = createWork({ connections: 4 });
  const short = work.do(words(10), signal);
  const long = Promise.allSettled([work.do(words(10_000), signal)]);
  await work.close();
  expect(await short).toMatchObject({ sizeBytes: expect.any(Number) });
  expect(await long).toMatchObject([{ status: 'rejected', reason: { message: /closed/ } }]);
});

it('does nothing for a caller who has left', async () => {
  const work = createWork({ connections: 4 });
  const gone = AbortSignal.abort(new Error('left'));
  for (const count of [10, 10_000]) await expect(work.do(words(count), gone)).rejects.toThrow('left');
  await work.close();
});

it('holds up nothing for what is run aside, and does one of these at a time', async () => {
  const work = createWork({ connections: 4 });
  const caller = { key: 'a', signal };
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const aside = ['first', 'second'].map((name) =>
    work.runAside(caller, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  expect(await work.run(caller, async () => 'run')).toBe('run');
  expect(begun).toEqual(['first']);
  ends[0]?.();
  await aside[0];
  await expect.poll(() => begun).toEqual(['first', 'second']);
  ends[1]?.();
  await Promise.all(aside);
  await work.close();
});
