import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../app-error.ts';
import { hashMeter } from './content-hash.ts';
import { openDiskParts } from './disk-parts.ts';
import { checkedKey } from './keys.ts';
import { sizeLimit } from './size-limit.ts';
import type { MediaStore, PutOptions, WrittenFile } from './store.ts';
import { syncFolder } from './sync-folder.ts';

/** Files under a folder on the local disk. */
export function openDiskStore(root: string): MediaStore {
  const incoming = join(root, '.incoming');
  const pathOf = (key: string) => join(root, checkedKey(key));
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
    sweep: (before) => sweep(incoming, before),
    check: () => check(root, incoming),
    freeBytes: async () => {
      await mkdir(root, { recursive: true });
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    parts: openDiskParts(root, incoming),
    addresses: null,
  };
}

async function put(
  path: string,
  incoming: string,
  bytes: Readable,
  options: PutOptions,
): Promise<WrittenFile> {
  await mkdir(incoming, { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(incoming, randomBytes(16).toString('hex'));
  const meter = sizeLimit(options.maxBytes);
  let contentHash = '';
  const hashing = hashMeter((sha256) => {
    contentHash = sha256;
  });
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', flush: true });
    await pipeline(bytes, meter.stream, hashing, target, options.signal ? { signal: options.signal } : {});
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { sizeBytes: meter.count(), contentHash };
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

async function sweep(incoming: string, before: Date): Promise<void> {
  const folder = await opendir(incoming).catch(() => undefined);
  if (!folder) return;
  for await (const entry of folder) {
    const path = join(incoming, entry.name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtime < before) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function check(root: string, incoming: string): Promise<string | undefined> {
  const path = join(incoming, `check-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(incoming, { recursive: true });
    await writeFile(path, 'x');
    await rm(path);
    return undefined;
  } catch (error) {
    return `${root}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function missing(cause: unknown): never {
  if (isMissing(cause)) throw new AppError('media_missing', { cause });
  throw cause;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
