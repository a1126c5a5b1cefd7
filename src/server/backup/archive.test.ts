import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { membersOf, type TarMember, withMember, writeMembers } from '#tests/support/backup-archives.ts';
import { BadArchive, type Manifest, readVerified, verifyArchive } from './archive.ts';
import { pieceName } from './table-piece.ts';
import { writeArchive } from './write-archive.ts';

const RECORDING = Buffer.from('RIFF....WAVE');
const PIECE = gzipSync('1\tann@example.test\n2\tbo@example.test\n');
const ZEROS = gzipSync(Buffer.alloc(1 << 26), { level: 1 });

let folder: string;
let path: string;
let members: TarMember[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-archive-'));
  path = join(folder, 'tapes.tar');
  await writeArchive(path, async (archive) => {
    await archive.add(pieceName('users', 1), PIECE);
    await archive.addStream('media/uploads/one', RECORDING.length, Readable.from([RECORDING]));
    return {
      version: '1.0.0',
      createdAt: new Date(0).toISOString(),
      migrations: [],
      tables: [{ name: 'users', columns: ['id', 'email'], rows: 2, sum: '1' }],
      sequences: [],
      jobs: [],
      missingFiles: [],
      hasSecret: false,
    };
  });
  members = await membersOf(path);
  return () => rm(folder, { recursive: true });
});

const verify = () => verifyArchive(path, () => undefined);
const refused = async (changed: TarMember[]) => {
  await writeMembers(path, changed);
  await expect(verify()).rejects.toBeInstanceOf(BadArchive);
};

describe('verifyArchive', () => {
  it('accepts what was written', async () => {
    const { members: named } = await verify();
    expect(named.map(({ name }) => name)).toEqual([pieceName('users', 1), 'media/uploads/one']);
  });

  it.each([
    ['a recording', 'media/uploads/two'],
    ['a secret', 'secret'],
    ['a piece of a table', pieceName('users', 2)],
  ])('refuses %s that the manifest does not name', async (_, name) => {
    await refused(withMember(members, { name, bytes: PIECE }, { isNamed: false }));
  });

  it.each([
    ['of no kind that there is', 'notes.txt'],
    ['that leads out of the store', 'media/../secret'],
    ['of a table that the manifest does not have', pieceName('others', 1)],
    ['with more rows of a table than the manifest says', pieceName('users', 2)],
  ])('refuses a member %s, even if it is named', async (_, name) => {
    await refused(withMember(members, { name, bytes: PIECE }, { isNamed: true }));
  });

  it('refuses a second member of the same name, and whatever follows the manifest', async () => {
    const [piece, recording, manifest] = members as [TarMember, TarMember, TarMember];
    await refused([piece, recording, recording, manifest]);
    await refused([piece, recording, manifest, recording]);
    await refused([piece, recording, manifest, manifest]);
  });

  it('refuses a piece that expands beyond what any backup has, without holding it in memory', async () => {
    // A gzip file may consist of several: together they expand to 1.1 GB.
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => ZEROS));
    const before = process.memoryUsage.rss();
    await refused(withMember(members, { name: pieceName('users', 2), bytes: bomb }, { isNamed: true }));
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
  });
});

describe('readVerified', () => {
  const readAll = async (manifest: Manifest) => {
    const names: string[] = [];
    for await (const { name, bytes } of readVerified(path, manifest)) {
      await buffer(bytes);
      names.push(name);
    }
    return names;
  };

  it('reads what was verified, and stops where the file has changed since', async () => {
    const manifest = await verify();
    expect(await readAll(manifest)).toEqual([pieceName('users', 1), 'media/uploads/one']);
    const [piece, recording, last] = members as [TarMember, TarMember, TarMember];
    const other = { ...recording, bytes: Buffer.from('RIFF....EVIL') };
    for (const changed of [
      [piece, other, last],
      [piece, recording, { ...recording, name: 'secret' }, last],
      [piece, last],
    ]) {
      await writeMembers(path, changed);
      await expect(readAll(manifest)).rejects.toBeInstanceOf(BadArchive);
    }
  });
});
