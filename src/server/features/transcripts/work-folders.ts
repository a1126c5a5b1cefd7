import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import { findRunningJobIds } from './queries.ts';

/** The job's own folder: a run that restarts after a crash finds its decoded audio there, and no other job interferes. */
export function workFolder({ config }: Pick<Deps, 'config'>, jobId: string): string {
  return join(workRoot({ config }), jobId);
}

/** Removes this machine's working folders that no running job needs. */
export async function sweepWorkFolders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  before: Date,
): Promise<void> {
  const root = workRoot({ config });
  const names = await readdir(root).catch(() => []);
  const wanted = new Set(await findRunningJobIds(db));
  for (const name of names) {
    const folder = join(root, name);
    const changed = (await stat(folder).catch(() => undefined))?.mtime;
    if (!wanted.has(name) && changed && changed < before) await rm(folder, { recursive: true, force: true });
  }
}

function workRoot({ config }: Pick<Deps, 'config'>): string {
  return join(config.dataDir, 'work');
}
