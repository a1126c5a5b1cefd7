import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { Connection } from '../db/client.ts';
import { type Loading, withLoading } from '../db/load.ts';
import { readSecret, writeSecret } from '../secret.ts';
import { hashOf } from '../storage/content-hash.ts';
import type { MediaStore } from '../storage/store.ts';
import { FILES, type Manifest, readVerified, SECRET_MEMBER, verifyArchive } from './archive.ts';
import { goOn } from './go-on.ts';
import type { ProgressListener } from './progress.ts';
import { tableOfPiece, unpackPiece } from './table-piece.ts';

export interface RestoreOptions {
  connection: Connection;
  store: MediaStore;
  dataDir: string;
  /** Removes an existing installation. */
  replace: boolean;
  progress: ProgressListener;
  signal: AbortSignal;
}

export interface Restored {
  manifest: Manifest;
  /** Whether a different secret already existed and was kept, if the archive has a secret. */
  keptOtherSecret: boolean;
}

/**
 * Restores a backup into an empty installation: verified before, compared afterwards. Until the end the database is marked as
 * unfinished and the application does not start on it; a repeated call starts over. Throws BadArchive and TargetRefused.
 */
export async function restore(path: string, options: RestoreOptions): Promise<Restored> {
  const { connection, progress, replace } = options;
  const manifest = await verifyArchive(path, (done, total) => progress('Checking', done, total));
  let keptOtherSecret = false;
  await withLoading(connection, { migrations: manifest.migrations, replace }, async (loading) => {
    keptOtherSecret = await unpack(path, manifest, loading, options);
    await loading.check(manifest.tables);
    await checkFiles(manifest, options);
    await loading.complete(manifest.sequences);
  });
  await goOn(connection, manifest.jobs);
  return { manifest, keptOtherSecret };
}

async function unpack(
  path: string,
  manifest: Manifest,
  loading: Loading,
  { store, dataDir, replace, progress, signal }: RestoreOptions,
): Promise<boolean> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let open: OpenCopy | undefined;
  let keptOtherSecret = false;
  let done = 0;
  for await (const { name, sizeBytes, bytes } of readVerified(path, manifest)) {
    signal.throwIfAborted();
    const tableName = tableOfPiece(name);
    if (open && open.name !== tableName) {
      await open.end();
      open = undefined;
    }
    const table = tables.get(tableName ?? '');
    if (table) {
      const copy = open ?? openCopy(table.name, loading.copyIn(table));
      open = copy;
      await unpackPiece(bytes, (part) => copy.write(part));
    } else if (name.startsWith(FILES)) {
      await store.put(name.slice(FILES.length), bytes, { maxBytes: sizeBytes, signal });
    } else if (name === SECRET_MEMBER) {
      keptOtherSecret = await takeSecret(dataDir, (await buffer(bytes)).toString('utf8'), replace);
    }
    done += 1;
    progress('Restoring', done, manifest.members.length);
  }
  await open?.end();
  return keptOtherSecret;
}

interface OpenCopy {
  name: string;
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

function openCopy(name: string, target: Writable): OpenCopy {
  const ended = finished(target);
  // Reported by the next write, or at the end.
  ended.catch(() => undefined);
  return {
    name,
    write: async (bytes) => {
      if (!target.write(bytes)) await Promise.race([once(target, 'drain'), ended]);
    },
    end: () => {
      target.end();
      return ended;
    },
  };
}

/** Returns whether there was a different secret; it is kept unless everything is replaced. */
async function takeSecret(dataDir: string, secret: string, replace: boolean): Promise<boolean> {
  const path = join(dataDir, 'secret');
  const existing = await readSecret(path);
  if (existing !== undefined && existing !== secret && !replace) return true;
  await writeSecret(path, secret);
  return false;
}

/** Reads every file back from the store. */
async function checkFiles(manifest: Manifest, { store, progress, signal }: RestoreOptions): Promise<void> {
  const files = manifest.members.filter(({ name }) => name.startsWith(FILES));
  for (const [index, { name, sha256 }] of files.entries()) {
    signal.throwIfAborted();
    if ((await hashOf(await store.read(name.slice(FILES.length)))) !== sha256) {
      throw new Error(`The recording ${name} is not the same after it was written.`);
    }
    progress('Comparing', index + 1, files.length);
  }
}
