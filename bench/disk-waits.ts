import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PAGE = Buffer.alloc(8192);
const PAUSE_MS = 200;

/** Repeatedly writes a page of 8 kB to the disk, as a commit does, until stopped. `waits` are the milliseconds that each write took. */
export async function watchDisk(folder: string): Promise<{ waits: number[]; stop(): Promise<void> }> {
  const file = await open(join(folder, 'disk-waits'), 'w');
  const waits: number[] = [];
  let isStopped = false;
  const run = (async () => {
    while (!isStopped) {
      const began = performance.now();
      await file.write(PAGE, 0, PAGE.length, 0);
      await file.datasync();
      waits.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
    await file.close();
  })();
  return {
    waits,
    stop: async () => {
      isStopped = true;
      await run;
    },
  };
}
