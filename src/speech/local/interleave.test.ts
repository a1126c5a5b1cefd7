import { expect, it } from 'vitest';
import { interleave, type WorkSource } from './interleave.ts';

/** A source of `count` pieces of work that record their name when they begin. */
function sourceOf(name: string, count: number, begun: string[]): WorkSource {
  let left = count;
  return () => {
    if (left === 0) return undefined;
    left--;
    return async () => {
      begun.push(name);
    };
  };
}

it('alternates while both have work, then does the rest', async () => {
  const begun: string[] = [];
  await interleave([sourceOf('a', 2, begun), sourceOf('b', 4, begun)], 1);
  expect(begun.join('')).toBe('ababbb');
});

it('never exceeds the amount in progress at once', async () => {
  let running = 0;
  let most = 0;
  let left = 10;
  const source: WorkSource = () => {
    if (left-- <= 0) return undefined;
    return async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
  };
  await interleave([source], 3);
  expect([most, running]).toEqual([3, 0]);
});

it('starts work that results from work in progress', async () => {
  const begun: string[] = [];
  const ready: string[] = [];
  let hasBegun = false;
  const first: WorkSource = () => {
    if (hasBegun) return undefined;
    hasBegun = true;
    return async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ready.push('x', 'y');
    };
  };
  const second: WorkSource = () => {
    const name = ready.shift();
    return name === undefined ? undefined : async () => void begun.push(name);
  };
  await interleave([first, second], 4);
  expect(begun).toEqual(['x', 'y']);
});

it('rejects with the first failure and starts nothing else', async () => {
  const begun: string[] = [];
  const failing: WorkSource = () => () => Promise.reject(new Error('broken'));
  await expect(interleave([failing, sourceOf('b', 5, begun)], 2)).rejects.toThrow('broken');
  expect(begun).toEqual(['b']);
});

it('finishes at once if there is nothing to do', async () => {
  await expect(interleave([() => undefined], 2)).resolves.toBeUndefined();
});
