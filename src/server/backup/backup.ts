import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '../app-error.ts';
import type { Connection } from '../db/client.ts';
import { type Snapshot, withSnapshot } from '../db/snapshot.ts';
import type { MediaStore } from '../storage/store.ts';
import { VERSION } from '../version.ts';
import { type Contents, FILES, SECRET_MEMBER } from './archive.ts';
import type { ProgressListener } from './progress.ts';
import { PIECE_BYTES, pieceName } from './table-piece.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

export interface BackupOptions {
  connection: Connection;
  store: MediaStore;
  /** Included in the archive if given. */
  secret: string | undefined;
  progress: ProgressListener;
  signal: AbortSignal;
}

const compress = promisify(gzip);

/** Writes a snapshot of the whole installation into one file; the installation may be in use. */
export async function backup(path: string, options: BackupOptions): Promise<Contents> {
  let contents: Contents | undefined;
  await withSnapshot(options.connection, (snapshot) =>
    writeArchive(path, async (archive) => {
      if (options.secret) await archive.add(SECRET_MEMBER, Buffer.from(options.secret));
      await addTables(archive, snapshot, options);
      contents = {
        version: VERSION,
        createdAt: new Date().toISOString(),
        migrations: snapshot.migrations,
        tables: snapshot.tables,
        sequences: snapshot.sequences,
        jobs: snapshot.jobs,
        missingFiles: await addFiles(archive, snapshot, options),
        hasSecret: options.secret !== undefined,
      };
      return contents;
    }),
  );
  if (!contents) throw new Error('The archive was not written.');
  return contents;
}

async function addTables(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  { progress, signal }: BackupOptions,
): Promise<void> {
  for (const [index, table] of snapshot.tables.entries()) {
    let number = 0;
    for await (const piece of inPieces(snapshot.copyOut(table))) {
      signal.throwIfAborted();
      number += 1;
      await archive.add(pieceName(table.name, number), await compress(piece, { level: 4 }));
    }
    progress('Database', index + 1, snapshot.tables.length);
  }
}

async function* inPieces(bytes: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** Files never change under their key; one that is deleted during the backup may be missed, and is listed. */
async function addFiles(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  { store, progress, signal }: BackupOptions,
): Promise<string[]> {
  const missing: string[] = [];
  const total = snapshot.fileCount;
  let done = 0;
  for await (const key of snapshot.fileKeys()) {
    signal.throwIfAborted();
    const file = await store.stat(key);
    const bytes = file && (await readIfThere(store, key));
    if (bytes) await archive.addStream(`${FILES}${key}`, file.sizeBytes, bytes);
    else missing.push(key);
    done += 1;
    progress('Recordings', done, total);
  }
  return missing;
}

/** Undefined only if the file is missing: if the store is down, the backup must fail rather than skip a recording. */
async function readIfThere(store: MediaStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.read(key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'media_missing') return undefined;
    throw error;
  }
}
