import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../app-error.ts';
import type { MediaStore, PutOptions } from './store.ts';

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Files under a folder of the local disk. */
export function openDiskStore(root: string): MediaStore {
  const incoming = join(root, '.incoming');
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
    return join(root, key);
  };
  return {
    put: (key, bytes, options) => put(pathOf(key), incoming, bytes, options),
    stat: (key) => statFile(pathOf(key)),
    read: async (key, range) => {
      const handle = await open(pathOf(key)).catch(missing);
      return handle.createReadStream(range ?? {});
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (prefix) => listFiles(root, prefix),
    withLocalFile: async (key, use) => {
      await stat(pathOf(key)).catch(missing);
      return use(pathOf(key));
    },
    sweep: (olderThanMs) => sweep(incoming, olderThanMs),
  };
}

async function put(
  path: string,
  incoming: string,
  bytes: Readable,
  options: PutOptions,
): Promise<{ sizeBytes: number }> {
  await mkdir(incoming, { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(incoming, randomBytes(16).toString('hex'));
  const meter = limit(options.maxBytes);
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', flush: true });
    await pipeline(bytes, meter.stream, target, options.signal ? { signal: options.signal } : {});
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { sizeBytes: meter.count() };
}

/** Counts what flows through and breaks off past the limit. */
function limit(maxBytes: number): { stream: Transform; count: () => number } {
  let count = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      count += piece.length;
      if (count > maxBytes) done(new AppError('file_too_large'));
      else done(null, piece);
    },
  });
  return { stream, count: () => count };
}

/** A rename survives a power cut only once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statFile(path: string) {
  try {
    const file = await stat(path);
    const etag = `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`;
    return { sizeBytes: file.size, etag, modifiedAt: file.mtime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* listFiles(root: string, prefix: string) {
  const folder = await opendir(root, { recursive: true }).catch(() => undefined);
  if (!folder) return;
  for await (const entry of folder) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const key = relative(root, path).split(sep).join('/');
    if (!key.startsWith(prefix) || key.startsWith('.incoming/')) continue;
    const file = await stat(path).catch(() => undefined);
    if (file) yield { key, modifiedAt: file.mtime };
  }
}

async function sweep(incoming: string, olderThanMs: number): Promise<void> {
  const folder = await opendir(incoming).catch(() => undefined);
  if (!folder) return;
  for await (const entry of folder) {
    const path = join(incoming, entry.name);
    const file = await stat(path).catch(() => undefined);
    if (file && Date.now() - file.mtimeMs > olderThanMs) await rm(path, { force: true });
  }
}

function missing(cause: unknown): never {
  if (isMissing(cause)) throw new AppError('media_missing', { cause });
  throw cause;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
