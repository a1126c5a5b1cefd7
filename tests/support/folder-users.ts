import { readdir, readFile, readlink } from 'node:fs/promises';
import { vi } from 'vitest';

/** Longer than a database whose server is gone has for its shutdown (`keeper.ts`). */
const LEAVES_MS = 60_000;

/**
 * Waits until no process works in a folder any more. The end of a server is not the end of its database: where the server was killed, or
 * gave up by itself, the database shuts down afterwards and writes into the folder until it is done. Throws with the processes that stay.
 */
export async function untilUnused(folder: string): Promise<void> {
  let users: number[] = [];
  const isUnused = async () => {
    users = await usersOf(folder);
    return users.length === 0;
  };
  await vi.waitUntil(isUnused, { timeout: LEAVES_MS, interval: 20 }).catch((cause) => {
    throw new Error(`These processes still work in ${folder}: ${users.join(', ')}`, { cause });
  });
}

/** The processes that have the folder, or one within it, as working folder (as PostgreSQL's) or in their command (as initdb). Linux only: none elsewhere. */
async function usersOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger);
  const found = await Promise.all(pids.map(async (pid) => ((await isIn(folder, pid)) ? [pid] : [])));
  return found.flat().filter((pid) => pid !== process.pid);
}

/** A process that has just ended is nowhere. */
async function isIn(folder: string, pid: number): Promise<boolean> {
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const isWithin = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return isWithin(place) || command.split('\0').some(isWithin);
}
