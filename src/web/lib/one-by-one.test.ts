import { expect, it } from 'vitest';
import { failedOf } from './one-by-one.ts';

it('goes through all of them, a few at once, and answers those that failed', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const failed = await failedOf([1, 2, 3, 4, 5, 6, 7, 8, 9], async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
    return item % 3 !== 0;
  });
  expect(failed).toEqual([3, 6, 9]);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});
