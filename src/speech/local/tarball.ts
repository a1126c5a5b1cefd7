import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** A file that an archive should have. */
export interface WantedFile {
  path: string;
  sizeBytes: number;
}

/**
 * The content of chosen files of a gzipped tar archive (as npm packs them), by path. Reads no further than the last of them, and
 * holds nothing else in memory. Files that the archive does not have in this size are absent from the answer. Rejects on a damaged
 * archive.
 */
export async function readTarball(
  archive: Uint8Array,
  wanted: readonly WantedFile[],
): Promise<Map<string, Uint8Array>> {
  const tar = extract();
  // Its types omit that it is a writable stream.
  const target = tar as unknown as NodeJS.WritableStream;
  const unpacked = pipeline(Readable.from([archive]), createGunzip(), target);
  // The loop sees the same error.
  unpacked.catch(() => undefined);
  const found = new Map<string, Uint8Array>();
  for await (const entry of tar) {
    const { name, size } = entry.header;
    if (wanted.some(({ path, sizeBytes }) => path === name && sizeBytes === size))
      found.set(name, await buffer(entry));
    else entry.resume();
    if (found.size === wanted.length) break;
  }
  return found;
}
