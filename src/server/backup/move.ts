import { pipeline } from 'node:stream/promises';
import type { Connection } from '../db/client.ts';
import { withLoading } from '../db/load.ts';
import { type Snapshot, withSnapshot } from '../db/snapshot.ts';
import { hashOf } from '../storage/content-hash.ts';
import type { MediaStore } from '../storage/store.ts';
import { goOn } from './go-on.ts';
import type { ProgressListener } from './progress.ts';

export interface MoveOptions {
  from: { connection: Connection; store: MediaStore };
  to: { connection: Connection; store: MediaStore };
  replace: boolean;
  progress: ProgressListener;
  signal: AbortSignal;
}

export interface Moved {
  rows: number;
  files: number;
  /** Keys of files that rows refer to but the source does not have. */
  missingFiles: string[];
}

/**
 * Copies an installation into another database and another store, and compares everything at the end. Only reads the source. Can
 * be repeated after an interruption: rows are copied again, files only if they are missing. Throws TargetRefused.
 */
export async function move(options: MoveOptions): Promise<Moved> {
  const { from, to, replace } = options;
  return withSnapshot(from.connection, async (snapshot) => {
    const missingFiles: string[] = [];
    await withLoading(to.connection, { migrations: snapshot.migrations, replace }, async (loading) => {
      for (const [index, table] of snapshot.tables.entries()) {
        options.signal.throwIfAborted();
        await pipeline(snapshot.copyOut(table), loading.copyIn(table));
        options.progress('Database', index + 1, snapshot.tables.length);
      }
      await loading.check(snapshot.tables);
      missingFiles.push(...(await copyFiles(snapshot, options)));
      await compareFiles(snapshot, new Set(missingFiles), options);
      await loading.complete(snapshot.sequences);
    });
    await goOn(to.connection, snapshot.jobs);
    const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, files: snapshot.fileCount - missingFiles.length, missingFiles };
  });
}

async function copyFiles(snapshot: Snapshot, { from, to, progress, signal }: MoveOptions): Promise<string[]> {
  const missing: string[] = [];
  let done = 0;
  for await (const key of snapshot.fileKeys()) {
    signal.throwIfAborted();
    const file = await from.store.stat(key);
    if (!file) missing.push(key);
    else if ((await to.store.stat(key))?.sizeBytes !== file.sizeBytes)
      await copyFile(key, { from, to, signal });
    done += 1;
    progress('Recordings', done, snapshot.fileCount);
  }
  return missing;
}

async function copyFile(key: string, { from, to, signal }: Pick<MoveOptions, 'from' | 'to' | 'signal'>) {
  await to.store.put(key, await from.store.read(key), { maxBytes: Number.MAX_SAFE_INTEGER, signal });
}

/** Reads every file from both sides; copies a file again if only its size matched and not its content. */
async function compareFiles(
  snapshot: Snapshot,
  missing: ReadonlySet<string>,
  { from, to, progress, signal }: MoveOptions,
): Promise<void> {
  let done = 0;
  for await (const key of snapshot.fileKeys()) {
    signal.throwIfAborted();
    if (!missing.has(key)) {
      const wanted = await hashOf(await from.store.read(key));
      const isThere = async () => (await hashOf(await to.store.read(key))) === wanted;
      if (!(await isThere())) {
        await copyFile(key, { from, to, signal });
        if (!(await isThere()))
          throw new Error(`The recording ${key} differs from the original after it was copied.`);
      }
    }
    done += 1;
    progress('Comparing', done, snapshot.fileCount);
  }
}
