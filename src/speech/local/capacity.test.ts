import { expect, it } from 'vitest';
import { capacityOf, LEAN } from './capacity.ts';

const MB = 1024 * 1024;
const onMachine = (limitMb: number, availableMb: number, { wanted = 2, heldMb = 0 } = {}) =>
  capacityOf(
    { limitBytes: limitMb * MB, availableBytes: availableMb * MB },
    { wanted, heldBytes: heldMb * MB },
  );

it('uses a process per core if there is enough memory', () => {
  expect(onMachine(24_000, 20_000)).toEqual({ processes: 2, batch: 4, isLean: false });
  expect(onMachine(24_000, 20_000, { wanted: 8 })).toMatchObject({ processes: 8, batch: 4 });
});

it('uses one lean process with one chunk at a time below 1.5 GB, however much of that is free', () => {
  expect(onMachine(800, 500)).toEqual(LEAN);
  expect(onMachine(1500, 1500, { wanted: 8 })).toEqual(LEAN);
});

it('uses fewer processes on a larger machine whose memory is in use', () => {
  expect(onMachine(4096, 1000, { wanted: 4 })).toEqual({ processes: 1, batch: 4, isLean: false });
  expect(onMachine(4096, 500, { wanted: 4 })).toEqual(LEAN);
});

it('starts nothing if there is no room for one process', () => {
  expect(onMachine(800, 300)).toBeNull();
  expect(onMachine(24_000, 100)).toBeNull();
});

it('counts the memory of its own processes as available to them', () => {
  expect(onMachine(800, 150, { heldMb: 300 })).toEqual(LEAN);
  expect(onMachine(4096, 200, { heldMb: 1200 })).toMatchObject({ processes: 2 });
});
