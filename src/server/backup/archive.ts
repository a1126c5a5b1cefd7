import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { AppliedMigration, UnfinishedJob } from '../db/snapshot.ts';
import { hashMeter, hashOf } from '../storage/content-hash.ts';
import { checkedKey } from '../storage/keys.ts';
import { countRows, tableOfPiece, unpackPiece } from './table-piece.ts';

/** The file is not a backup, or is damaged or truncated; the message is the single line to print. */
export class BadArchive extends Error {}

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
/** Of two million recordings. */
const MAX_MANIFEST_BYTES = 400_000_000;
const MAX_SECRET_BYTES = 10_000;

export const SECRET_MEMBER = 'secret';
/** The folder of the recordings: each is called by its key in the store. */
export const FILES = 'media/';

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

export interface Member {
  name: string;
  sizeBytes: number;
  bytes: Readable;
}

/** Reads all of an archive's members in order; each must be read or destroyed before the next. */
async function* readMembers(path: string): AsyncGenerator<Member> {
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

/**
 * Reads the whole archive and compares it with its manifest: the members, their sizes and sums, and the number of rows of each table.
 * Throws BadArchive, also for a member that the manifest does not name.
 */
export async function verifyArchive(
  path: string,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<Manifest> {
  const total = (await stat(path)).size;
  const found = new Map<string, Print>();
  const rows = new Map<string, number>();
  let manifest: Manifest | undefined;
  let done = 0;
  try {
    for await (const member of readMembers(path)) {
      const { name, sizeBytes } = member;
      if (manifest || found.has(name)) throw new Error(`${name} is where no member can be`);
      if (name === MANIFEST) manifest = await readManifest(member);
      else found.set(name, await readPrint(member, rows));
      done += sizeBytes;
      onProgress(done, total);
    }
  } catch (cause) {
    throw new BadArchive('This is not a backup of Tapescript, or it was cut off or damaged.', { cause });
  }
  if (!manifest) throw new BadArchive('This backup was cut off: its end is missing.');
  for (const { name, sizeBytes, sha256 } of manifest.members) {
    const member = found.get(name);
    if (member?.sizeBytes !== sizeBytes || member.sha256 !== sha256) throw damaged(name);
    found.delete(name);
  }
  const [unnamed] = found.keys();
  if (unnamed !== undefined) throw damaged(unnamed);
  for (const table of manifest.tables) {
    if ((rows.get(table.name) ?? 0) !== table.rows) throw damaged(`tables/${table.name}`);
    rows.delete(table.name);
  }
  const [unknown] = rows.keys();
  if (unknown !== undefined) throw damaged(`tables/${unknown}`);
  return manifest;
}

/**
 * Reads the members of a verified archive in order, without the manifest; each must be read to its end. Throws BadArchive, as their
 * bytes do, if it is not what it was when it was verified.
 */
export async function* readVerified(path: string, manifest: Manifest): AsyncGenerator<Member> {
  const expected = new Map(manifest.members.map((member) => [member.name, member]));
  for await (const { name, sizeBytes, bytes } of readMembers(path)) {
    if (name === MANIFEST) break;
    const member = expected.get(name);
    if (member?.sizeBytes !== sizeBytes) throw damaged(name);
    expected.delete(name);
    const meter = hashMeter((sha256) => {
      if (sha256 !== member.sha256) throw damaged(name);
    });
    yield { name, sizeBytes, bytes: bytes.compose<Transform>(meter) };
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw damaged(missing);
}

interface Print {
  sizeBytes: number;
  sha256: string;
}

async function readManifest({ sizeBytes, bytes }: Member): Promise<Manifest> {
  if (sizeBytes > MAX_MANIFEST_BYTES) throw new Error('The manifest is too long');
  return Manifest.parse(JSON.parse((await buffer(bytes)).toString('utf8')));
}

/** Reads a member once, and counts its rows if it is a piece of a table. Throws if a backup has no such member. */
async function readPrint({ name, sizeBytes, bytes }: Member, rows: Map<string, number>): Promise<Print> {
  const table = tableOfPiece(name);
  if (table === undefined) {
    if (name.startsWith(FILES)) checkedKey(name.slice(FILES.length));
    else if (name !== SECRET_MEMBER || sizeBytes > MAX_SECRET_BYTES) throw new Error(`${name} is no member`);
    return { sizeBytes, sha256: await hashOf(bytes) };
  }
  let sha256 = '';
  const meter = hashMeter((sum) => {
    sha256 = sum;
  });
  await unpackPiece(bytes.compose<Transform>(meter), (part) => {
    rows.set(table, (rows.get(table) ?? 0) + countRows(part));
  });
  return { sizeBytes, sha256 };
}

function damaged(name: string): BadArchive {
  return new BadArchive(`This backup is damaged: ${name} is not what it was.`);
}
