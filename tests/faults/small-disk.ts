import { execFileSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#tests/support/server.ts';

/** A separate file system whose free space a test controls. */
export interface SmallDisk {
  path: string;
  /** Leaves this much free space, in kB. */
  leave(kilobytes: number): Promise<void>;
  /** Frees all the space again. */
  empty(): Promise<void>;
}

const ROOM_KB = 2_000_000;

/** Whether file systems can be mounted here; prints a line if they cannot. */
export function canMount(): boolean {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot)
    process.stderr.write('Skipped: a full disk needs a file system of its own, which only root can mount.\n');
  return isRoot;
}

/** Mounts a file system in memory. It is unmounted when the test ends, after everything started on it later has stopped. */
export async function mountDisk(): Promise<SmallDisk> {
  const path = await temporaryFolder();
  const resize = (kilobytes: number) =>
    void execFileSync('mount', ['-o', `remount,size=${kilobytes}k`, path], { stdio: 'ignore' });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM_KB}k`, 'tmpfs', path]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  return {
    path,
    leave: async (kilobytes) => {
      // Something may be written in between, so this checks again.
      for (let tries = 0; ; tries += 1) {
        const { blocks, bfree, bsize } = await statfs(path);
        try {
          return resize(Math.ceil(((blocks - bfree) * bsize) / 1024) + kilobytes);
        } catch (error) {
          if (tries >= 20) throw error;
        }
      }
    },
    empty: async () => resize(ROOM_KB),
  };
}
