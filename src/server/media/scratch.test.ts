import { describe, expect, it } from 'vitest';
import { DiskFull } from '../disk-full.ts';
import { createScratch, type ScratchDisk } from './scratch.ts';

const GB = 1_000_000_000;
const [ANN, BEN] = [1, 2];

/** A disk of 20 GB of which 11 GB are free. */
function withDisk(disk: Partial<ScratchDisk> = {}) {
  const state = { totalBytes: 20 * GB, freeBytes: 11 * GB, ...disk };
  return { state, scratch: createScratch(async () => state) };
}

describe('scratch', () => {
  it('grants what is free, except a gigabyte that is kept for others', async () => {
    const { scratch } = withDisk();
    const room = scratch.open(ANN);
    await expect(room.need(10 * GB + 1)).rejects.toThrow(DiskFull);
    await room.need(10 * GB);
    await expect(scratch.open(BEN).need(1)).rejects.toThrow('can be had');
    room.close();
    await scratch.open(BEN).need(10 * GB);
  });

  it('keeps a tenth of a small disk', async () => {
    const { scratch } = withDisk({ totalBytes: GB, freeBytes: GB / 2 });
    await expect(scratch.open(ANN).need(0.41 * GB)).rejects.toThrow(DiskFull);
    await expect(scratch.open(ANN).need(0.91 * GB)).rejects.toMatchObject({ code: 'disk_too_small' });
    await scratch.open(ANN).need(0.4 * GB);
  });

  it('does not promise the same bytes twice, and does not count those that are written twice', async () => {
    const { scratch, state } = withDisk();
    const [hers, his] = [scratch.open(ANN), scratch.open(BEN)];
    const both = await Promise.allSettled([hers.need(6 * GB), his.need(6 * GB)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    hers.wrote(6 * GB);
    state.freeBytes -= 6 * GB;
    await his.need(4 * GB);
    await expect(his.need(4 * GB + 1)).rejects.toThrow(DiskFull);
  });

  it('lets one person’s first job have all, and further ones no more than half together', async () => {
    const { scratch } = withDisk();
    const [first, second] = [scratch.open(ANN), scratch.open(ANN)];
    await first.need(4 * GB);
    await expect(second.need(2 * GB)).rejects.toThrow(DiskFull);
    await second.need(1 * GB);
    // Somebody else gets what is left.
    await scratch.open(BEN).need(5 * GB);
  });

  it('keeps what was granted when more is refused, and never asks for what it has', async () => {
    const { scratch, state } = withDisk();
    const room = scratch.open(ANN);
    await room.need(2 * GB);
    state.freeBytes = 0;
    await room.need(2 * GB);
    await expect(room.need(3 * GB)).rejects.toThrow(DiskFull);
    state.freeBytes = 11 * GB;
    await room.need(3 * GB);
  });
});
