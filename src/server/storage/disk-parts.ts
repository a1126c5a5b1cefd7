import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../app-error.ts';
import { checkedKey, partCount, partSize } from './keys.ts';
import { sizeLimit } from './size-limit.ts';
import type { PartedFile, PartedFiles } from './store.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Parts are written at their offsets in one file, so that joining them is a rename. Beside it, an empty marker file for each part
 * is made once the part's bytes are on the disk.
 */
export function openDiskParts(root: string, incoming: string): PartedFiles {
  const writers = new Writers();
  const folderOf = ({ key, sizeBytes, partBytes }: PartedFile) =>
    join(incoming, `parts-${sha256(`${checkedKey(key)} ${sizeBytes} ${partBytes}`)}`);
  return {
    arrived: (file) => arrived(folderOf(file), file),
    put: (file, number, bytes, signal) => {
      const place = {
        folder: folderOf(file),
        number,
        start: (number - 1) * file.partBytes,
        sizeBytes: partSize(file, number),
      };
      return writers.write(place, (ended) =>
        writePart(place, bytes, signal ? AbortSignal.any([ended, signal]) : ended),
      );
    },
    join: async (file) => {
      const folder = folderOf(file);
      await writers.close(folder, () => joinParts(folder, join(root, checkedKey(file.key)), file));
      return { sizeBytes: file.sizeBytes };
    },
    remove: async (file) => {
      const folder = folderOf(file);
      await writers.close(folder, () => rm(folder, { recursive: true, force: true }));
    },
  };
}

interface Writing {
  number: number;
  abort: AbortController;
  done: Promise<unknown>;
}

/**
 * Tracks who writes what: one writer per part, and none in a file that is being joined, as it would go on writing into the
 * finished file.
 */
class Writers {
  readonly #running = new Map<string, Set<Writing>>();
  readonly #closed = new Set<string>();

  /**
   * A second attempt means that the first one's connection is dead, whether or not we have noticed: the first writer is ended.
   */
  async write(
    { folder, number }: { folder: string; number: number },
    work: (ended: AbortSignal) => Promise<void>,
  ): Promise<void> {
    await this.#end(folder, number);
    if (this.#closed.has(folder)) throw new AppError('upload_already_processed');
    const abort = new AbortController();
    const writing: Writing = { number, abort, done: Promise.resolve() };
    const ofFolder = this.#running.get(folder) ?? new Set();
    this.#running.set(folder, ofFolder.add(writing));
    const done = work(abort.signal).finally(() => {
      ofFolder.delete(writing);
      if (ofFolder.size === 0 && this.#running.get(folder) === ofFolder) this.#running.delete(folder);
    });
    writing.done = done;
    await done;
  }

  async close(folder: string, work: () => Promise<void>): Promise<void> {
    this.#closed.add(folder);
    try {
      await this.#end(folder);
      await work();
    } finally {
      this.#closed.delete(folder);
    }
  }

  async #end(folder: string, number?: number): Promise<void> {
    for (;;) {
      const there = [...(this.#running.get(folder) ?? [])].filter(
        (writing) => number === undefined || writing.number === number,
      );
      if (there.length === 0) return;
      for (const { abort } of there) abort.abort(new AppError('upload_incomplete'));
      await Promise.allSettled(there.map(({ done }) => done));
    }
  }
}

async function joinParts(folder: string, path: string, file: PartedFile): Promise<void> {
  try {
    if ((await arrived(folder, file)).length < partCount(file)) throw new AppError('upload_incomplete');
    await mkdir(dirname(path), { recursive: true });
    await rename(join(folder, 'bytes'), path);
    await syncFolder(dirname(path));
  } catch (error) {
    // Joined before, or at this moment by another call.
    const joined = await stat(path).catch(() => undefined);
    if (joined?.size !== file.sizeBytes) throw error;
  }
  await rm(folder, { recursive: true, force: true });
}

async function arrived(folder: string, file: PartedFile): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const numbers = names.map(Number).filter((number) => number >= 1 && number <= partCount(file));
  return numbers.sort((a, b) => a - b);
}

async function writePart(
  place: { folder: string; number: number; start: number; sizeBytes: number },
  bytes: Readable,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(place.folder, { recursive: true });
  const mark = join(place.folder, String(place.number));
  // Overwritten in place, so until it is complete again the part counts as missing.
  await rm(mark, { force: true });
  const path = join(place.folder, 'bytes');
  // Creates the file if needed; the stream below opens it without truncating it.
  await (await open(path, 'a')).close();
  const limit = sizeLimit(place.sizeBytes);
  const target = createWriteStream(path, { flags: 'r+', start: place.start, flush: true });
  await pipeline(bytes, limit.stream, target, { signal }).catch((error: unknown) => {
    throw signal.reason instanceof AppError ? signal.reason : error;
  });
  if (limit.count() < place.sizeBytes) throw new AppError('upload_incomplete');
  await writeFile(mark, '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
