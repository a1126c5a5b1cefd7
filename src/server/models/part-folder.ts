import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { PART_FILE } from '../sources/download.ts';

/** A download writes several times a minute; this folder's process was killed. */
const ABANDONED_MS = 60 * 60_000;

/**
 * Calls `work` with a folder that is ours alone, because several nodes may share the models' folder. It contains the partial download that an earlier try has
 * left, if there is one, and leaves its own for the next. Renaming is what makes it ours: only one process succeeds. Rejects as `work` does, or if the folder
 * cannot be written.
 */
export async function withPartFolder<T>(
  modelsDir: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(modelsDir, { recursive: true });
  const left = join(modelsDir, `${name}.part`);
  const own = `${left}-${randomUUID()}`;
  await claimOne([left, ...(await abandonedFolders(modelsDir, name))], own);
  await mkdir(own, { recursive: true });
  try {
    return await work(own);
  } finally {
    await leave(own, left);
  }
}

/** Removes what nobody will continue, once the model is there. Rejects if the folder cannot be written. */
export async function clearPartFolders(modelsDir: string, name: string): Promise<void> {
  for (const folder of [join(modelsDir, `${name}.part`), ...(await abandonedFolders(modelsDir, name))])
    await rm(folder, { recursive: true, force: true });
}

async function claimOne(folders: readonly string[], own: string): Promise<void> {
  for (const folder of folders) {
    if (!(await isMoved(folder, own))) continue;
    // Nobody must take it for abandoned before the first bytes arrive.
    const now = new Date();
    await utimes(join(own, PART_FILE), now, now).catch(() => undefined);
    return;
  }
}

/** Another process may have left one, too: one is enough. */
async function leave(own: string, left: string): Promise<void> {
  const hasPart = (await lastWritten(join(own, PART_FILE))) !== undefined;
  if (hasPart && (await isMoved(own, left))) return;
  await rm(own, { recursive: true, force: true });
}

function isMoved(folder: string, to: string): Promise<boolean> {
  return rename(folder, to).then(
    () => true,
    () => false,
  );
}

async function abandonedFolders(modelsDir: string, name: string): Promise<string[]> {
  const names = await readdir(modelsDir).catch(() => []);
  const abandoned: string[] = [];
  for (const each of names.filter((each) => each.startsWith(`${name}.part-`))) {
    const folder = join(modelsDir, each);
    const written = (await lastWritten(join(folder, PART_FILE))) ?? (await lastWritten(folder)) ?? Date.now();
    if (Date.now() - written > ABANDONED_MS) abandoned.push(folder);
  }
  return abandoned;
}

async function lastWritten(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
