import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { hashMeter } from '../storage/content-hash.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { type Contents, FORMAT, MANIFEST, type Manifest } from './archive.ts';

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Adds a member of known size from a stream. */
  addStream(name: string, sizeBytes: number, bytes: Readable): Promise<void>;
}

/** Writes a tar file whose last member is the manifest. It appears under its name whole or not at all. */
export async function writeArchive(
  path: string,
  write: (archive: ArchiveWriter) => Promise<Contents>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const tar = pack();
  const target = createWriteStream(unfinished, { flush: true, mode: 0o600 });
  const written = pipeline(Readable.from(tar), target);
  // A writer sees the error first.
  written.catch((error: Error) => tar.destroy(error));
  const members: Manifest['members'] = [];
  try {
    const contents = await write({
      add: async (name, bytes) => {
        members.push({ name, sizeBytes: bytes.length, sha256: sha256(bytes) });
        await addEntry(tar, { name, size: bytes.length }, Readable.from([bytes]));
      },
      addStream: async (name, sizeBytes, bytes) => {
        let sha256 = '';
        const meter = hashMeter((sum) => {
          sha256 = sum;
        });
        await addEntry(tar, { name, size: sizeBytes }, bytes.compose<Transform>(meter));
        members.push({ name, sizeBytes, sha256 });
      },
    });
    const manifest: Manifest = { format: FORMAT, ...contents, members };
    const text = Buffer.from(JSON.stringify(manifest));
    await addEntry(tar, { name: MANIFEST, size: text.length }, Readable.from([text]));
    tar.finalize();
    await written;
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function addEntry(tar: Pack, header: { name: string; size: number }, bytes: Readable): Promise<void> {
  // Its types omit that it is a writable stream.
  await pipeline(bytes, tar.entry({ ...header, mode: 0o600 }) as unknown as NodeJS.WritableStream);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
