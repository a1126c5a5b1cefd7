import { expect, it } from 'vitest';
import { capacityOf, LEAN } from './capacity.ts';

const MB = 1024 * 1024;
const onMachine = (limitMb: number, availableMb: number, { wanted = 2, heldMb = 0 } = {}) =>
  capacityOf(
    { limitBytes: limitMb * MB, availableBytes: availableMb * MB },
    { wanted, heldBytes: heldMb * MB },
  );

it('takes a process for each core where there is plenty', () => {
  expect(onMachine(24_000, 20_000)).toEqual({ processes: 2, batch: 4, isLean: false });
  expect(onMachine(24_000, 20_000, { wanted: 8 })).toMatchObject({ processes: 8, batch: 4 });
});

it('takes one lean process with one chunk at a time below 1.5 GB, however much of it is free', () => {
  expect(onMachine(800, 500)).toEqual(LEAN);
  expect(onMachine(1500, 1500, { wanted: 8 })).toEqual(LEAN);
});

it('takes fewer on a larger machine whose memory others have', () => {
  expect(onMachine(4096, 1000, { wanted: 4 })).toEqual({ processes: 1, batch: 4, isLean: false });
  expect(onMachine(4096, 500, { wanted: 4 })).toEqual(LEAN);
});

it('begins nothing where there is no room for one', () => {
  expect(onMachine(800, 300)).toBeNull();
  expect(onMachine(24_000, 100)).toBeNull();
});

it('counts what its own processes hold as theirs', () => {
  expect(onMachine(800, 150, { heldMb: 300 })).toEqual(LEAN);
  expect(onMachine(4096, 200, { heldMb: 1200 })).toMatchObject({ processes: 2 });
});
