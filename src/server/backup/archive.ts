import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
import { AppliedMigration, UnfinishedJob } from '../db/snapshot.ts';
import { syncFolder } from '../storage/sync-folder.ts';

/** The file is not a backup, or is damaged or truncated; the message is the single line to print. */
export class BadArchive extends Error {}

const FORMAT = 1;
const MANIFEST = 'manifest.json';

/** What a backup contains: the archive's last member, so that a truncated archive has none. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Tapescript's own version. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(AppliedMigration),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sum: z.string() }),
  ),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), next: z.string() })),
  jobs: z.array(UnfinishedJob),
  /** Keys of files that rows refer to but the store did not have. */
  missingFiles: z.array(z.string()),
  hasSecret: z.boolean(),
  members: z.array(z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;
export type Contents = Omit<Manifest, 'format' | 'members'>;

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
        const hash = createHash('sha256');
        const meter = new Transform({
          transform(piece: Buffer, _encoding, done) {
            hash.update(piece);
            done(null, piece);
          },
        });
        await addEntry(tar, { name, size: sizeBytes }, bytes.compose<Transform>(meter));
        members.push({ name, sizeBytes, sha256: hash.digest('hex') });
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

export interface Member {
  name: string;
  sizeBytes: number;
  bytes: Readable;
}

/** Reads an archive's members in order, without the manifest; each must be read or destroyed before the next. */
export async function* readMembers(path: string): AsyncGenerator<Member> {
  const tar = extract();
  const source = createReadStream(path);
  source.once('error', (error) => tar.destroy(error));
  source.pipe(tar as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      yield { name, sizeBytes: size, bytes: Readable.from(entry) };
      entry.resume();
    }
  } finally {
    source.destroy();
  }
}

/** Reads the whole archive and compares every member with the manifest. Throws BadArchive. */
export async function verifyArchive(
  path: string,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<Manifest> {
  const total = (await stat(path)).size;
  const found = new Map<string, { sizeBytes: number; sha256: string }>();
  let manifest: Manifest | undefined;
  let done = 0;
  try {
    for await (const { name, sizeBytes, bytes } of readMembers(path)) {
      if (name === MANIFEST) manifest = Manifest.parse(JSON.parse((await buffer(bytes)).toString('utf8')));
      else found.set(name, { sizeBytes, sha256: await hashOf(bytes) });
      done += sizeBytes;
      onProgress(done, total);
    }
  } catch (cause) {
    throw new BadArchive('This is not a backup of Tapescript, or it was cut off or damaged.', { cause });
  }
  if (!manifest) throw new BadArchive('This backup was cut off: its end is missing.');
  for (const { name, sizeBytes, sha256 } of manifest.members) {
    const member = found.get(name);
    if (member?.sizeBytes === sizeBytes && member.sha256 === sha256) continue;
    throw new BadArchive(`This backup is damaged: ${name} is not what it was.`);
  }
  return manifest;
}

/** The SHA-256 of a stream, in hex. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
