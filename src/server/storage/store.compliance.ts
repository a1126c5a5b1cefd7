import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { MediaStore, PartedFile } from './store.ts';

const ROOMY = { maxBytes: 50_000_000 };
/** The smallest part size that S3 allows. */
const PART_BYTES = 5 << 20;

/** The one test suite that every media store passes. `fresh` opens an empty store. */
export function describeStore(fresh: () => Promise<MediaStore>): void {
  const bytes = randomBytes(300_000);
  const stored = async () => {
    const store = await fresh();
    await store.put('uploads/a.mp3', Readable.from([bytes]), ROOMY);
    return store;
  };

  it('returns the file that was put', async () => {
    const store = await stored();
    expect(sha256(await buffer(await store.read('uploads/a.mp3')))).toBe(sha256(bytes));
    expect(await store.stat('uploads/a.mp3')).toMatchObject({ sizeBytes: bytes.length });
  });

  it('returns a large file, whatever the size of the pieces that it arrived in', async () => {
    const store = await fresh();
    const large = randomBytes(20_000_003);
    const put = store.put('uploads/large', Readable.from(piecesOf(large, 777_777)), ROOMY);
    expect(await put).toEqual({ sizeBytes: large.length, contentHash: sha256(large) });
    expect(await store.stat('uploads/large')).toMatchObject({ sizeBytes: large.length });
    expect(sha256(await buffer(await store.read('uploads/large')))).toBe(sha256(large));
    const across = await buffer(await store.read('uploads/large', { start: 8_388_600, end: 8_388_620 }));
    expect(across).toEqual(large.subarray(8_388_600, 8_388_621));
    await store.remove('uploads/large');
    expect(await keys(store, '')).toEqual([]);
  });

  it('stores an empty file', async () => {
    const store = await fresh();
    const written = await store.put('uploads/empty', Readable.from([]), ROOMY);
    expect(written).toEqual({ sizeBytes: 0, contentHash: sha256(Buffer.alloc(0)) });
    expect(await store.stat('uploads/empty')).toMatchObject({ sizeBytes: 0 });
    expect(await buffer(await store.read('uploads/empty'))).toHaveLength(0);
    expect(await store.withLocalFile('uploads/empty', (path) => readFile(path))).toHaveLength(0);
  });

  it('reads a range, both ends inclusive', async () => {
    const store = await stored();
    const part = await buffer(await store.read('uploads/a.mp3', { start: 10, end: 19 }));
    expect(part).toEqual(bytes.subarray(10, 20));
  });

  it('ends a read that is abandoned', async () => {
    const store = await stored();
    const reading = await store.read('uploads/a.mp3');
    for await (const piece of reading) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(reading.destroyed).toBe(true);
  });

  it('changes the etag when the bytes change', async () => {
    const store = await stored();
    const before = await store.stat('uploads/a.mp3');
    await store.put('uploads/a.mp3', Readable.from([bytes.subarray(1)]), ROOMY);
    expect((await store.stat('uploads/a.mp3'))?.etag).not.toBe(before?.etag);
  });

  it.each([300_000, 18_000_000])('keeps nothing of a file of %d bytes over the limit', async (size) => {
    const store = await fresh();
    const put = store.put('uploads/b', Readable.from(piecesOf(randomBytes(size), 100_000)), {
      maxBytes: size - 1,
    });
    await expect(put).rejects.toMatchObject({ code: 'file_too_large' });
    expect(await store.stat('uploads/b')).toBeUndefined();
    expect(await keys(store, '')).toEqual([]);
  });

  it('accepts a file of exactly the maximum size', async () => {
    const store = await fresh();
    const put = store.put('uploads/b', Readable.from([bytes]), { maxBytes: bytes.length });
    await expect(put).resolves.toEqual({ sizeBytes: bytes.length, contentHash: sha256(bytes) });
  });

  it.each([1000, 18_000_000])(
    'keeps nothing of a stream that breaks off after %d bytes, and leaves the previous file in place',
    async (size) => {
      const store = await stored();
      const broken = Readable.from(
        (async function* () {
          yield* piecesOf(randomBytes(size), 500_000);
          throw new Error('connection lost');
        })(),
      );
      await expect(store.put('uploads/a.mp3', broken, ROOMY)).rejects.toThrow('connection lost');
      expect(await store.stat('uploads/a.mp3')).toMatchObject({ sizeBytes: bytes.length });
      expect(await keys(store, '')).toEqual(['uploads/a.mp3']);
    },
  );

  it('ends a write that is aborted', async () => {
    const store = await fresh();
    const abort = new AbortController();
    const endless = new Readable({ read() {} });
    endless.push(bytes);
    const put = store.put('uploads/c', endless, { ...ROOMY, signal: abort.signal });
    abort.abort(new Error('closed'));
    await expect(put).rejects.toThrow();
    expect(await store.stat('uploads/c')).toBeUndefined();
  });

  it('keeps one complete file if several are put under the same key at once', async () => {
    const store = await fresh();
    const versions = [1, 2, 3].map((version) => Buffer.alloc(9_000_000, version));
    await Promise.all(versions.map((file) => store.put('uploads/d', Readable.from([file]), ROOMY)));
    const kept = sha256(await buffer(await store.read('uploads/d')));
    expect(versions.map(sha256)).toContain(kept);
  });

  it.each(['uploads/-_.a', 'a', '0/1/2/3/4', `${'x'.repeat(200)}/y..z`, 'uploads/AbC-dEf_0'])(
    'takes the key %j',
    async (key) => {
      const store = await fresh();
      await store.put(key, Readable.from([bytes]), ROOMY);
      expect(await keys(store, '')).toEqual([key]);
      expect(sha256(await buffer(await store.read(key)))).toBe(sha256(bytes));
      await store.remove(key);
      expect(await store.stat(key)).toBeUndefined();
    },
  );

  it('says that a missing file is missing', async () => {
    const store = await fresh();
    expect(await store.stat('none')).toBeUndefined();
    await expect(store.read('none')).rejects.toMatchObject({ code: 'media_missing' });
    await expect(store.withLocalFile('none', async () => 1)).rejects.toMatchObject({ code: 'media_missing' });
    await expect(store.remove('none')).resolves.toBeUndefined();
  });

  it('lists the files below a folder or of the whole store, without those that were removed', async () => {
    const store = await stored();
    await store.put('renditions/a.mp4', Readable.from([bytes]), ROOMY);
    expect((await keys(store, '')).sort()).toEqual(['renditions/a.mp4', 'uploads/a.mp3']);
    expect(await keys(store, 'uploads/')).toEqual(['uploads/a.mp3']);
    await store.remove('uploads/a.mp3');
    expect(await keys(store, '')).toEqual(['renditions/a.mp4']);
  });

  it('rejects keys that would lead out of the store', async () => {
    const store = await fresh();
    for (const key of ['../a', '/etc/passwd', 'a/../../b', '', '.incoming/x', 'a\0b', 'a b', 'a%2e', 'ä']) {
      await expect((async () => store.read(key))()).rejects.toThrow('Not a storage key');
    }
  });

  it('makes a file available at a local path', async () => {
    const store = await stored();
    let place = '';
    const copy = await store.withLocalFile('uploads/a.mp3', (path) => {
      place = path;
      return readFile(path);
    });
    expect(sha256(copy)).toBe(sha256(bytes));
    expect(place).toMatch(/^\//);
  });

  it('says how many more bytes it can take', async () => {
    expect(await (await fresh()).freeBytes()).toBeGreaterThan(0);
  });

  it('reports that it works, and leaves no trace of the check', async () => {
    const store = await fresh();
    expect(await store.check()).toBeUndefined();
    expect(await keys(store, '')).toEqual([]);
  });

  const large = randomBytes(2 * PART_BYTES + 1000);
  const file: PartedFile = { key: 'uploads/parted', sizeBytes: large.length, partBytes: PART_BYTES };
  const partOf = (number: number) => large.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
  const putPart = (store: MediaStore, number: number, part = partOf(number)) =>
    store.parts.put(file, number, Readable.from(piecesOf(part, 99_999)));

  it('joins parts that arrived in any order, some of them twice, and gives the same result again', async () => {
    const store = await fresh();
    expect(await store.parts.arrived(file)).toEqual([]);
    await putPart(store, 3);
    await putPart(store, 1, randomBytes(PART_BYTES));
    expect(await store.parts.arrived(file)).toEqual([1, 3]);
    expect(await store.stat(file.key)).toBeUndefined();
    await expect(store.parts.join(file)).rejects.toMatchObject({ code: 'upload_incomplete' });
    await Promise.all([putPart(store, 1), putPart(store, 2)]);
    expect(await keys(store, '')).toEqual([]);
    const joined = await Promise.all([store.parts.join(file), store.parts.join(file)]);
    expect([...joined, await store.parts.join(file)]).toEqual(
      Array.from({ length: 3 }, () => ({ sizeBytes: large.length })),
    );
    expect(sha256(await buffer(await store.read(file.key)))).toBe(sha256(large));
    expect(await keys(store, '')).toEqual([file.key]);
  });

  it('does not count a part that is too short, too long or breaks off', async () => {
    const store = await fresh();
    await expect(putPart(store, 1, partOf(1).subarray(1))).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    const tooLong = Buffer.concat([partOf(3), Buffer.alloc(1)]);
    await expect(putPart(store, 3, tooLong)).rejects.toMatchObject({ code: 'file_too_large' });
    const broken = Readable.from(
      (async function* () {
        yield partOf(2).subarray(0, 100_000);
        throw new Error('connection lost');
      })(),
    );
    await expect(store.parts.put(file, 2, broken)).rejects.toThrow('connection lost');
    expect(await store.parts.arrived(file)).toEqual([]);
    await expect(async () => putPart(store, 4, Buffer.alloc(1))).rejects.toThrow('Not a part of this file');
  });

  it('removes the parts of a file, and takes them anew', async () => {
    const store = await fresh();
    await Promise.all([putPart(store, 1), putPart(store, 3)]);
    await store.parts.remove(file);
    expect(await store.parts.arrived(file)).toEqual([]);
    await store.parts.remove(file);
    await Promise.all([putPart(store, 1), putPart(store, 2), putPart(store, 3)]);
    expect(await store.parts.join(file)).toEqual({ sizeBytes: large.length });
    await store.parts.remove(file);
    expect(await keys(store, '')).toEqual([file.key]);
  });

  it('removes parts that were not joined in time, but not younger ones', async () => {
    const store = await fresh();
    await putPart(store, 2);
    await store.sweep(new Date(Date.now() - 60_000));
    expect(await store.parts.arrived(file)).toEqual([2]);
    await store.sweep(new Date(Date.now() + 60_000));
    expect(await store.parts.arrived(file)).toEqual([]);
  });
}

function* piecesOf(data: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < data.length; start += size) yield data.subarray(start, start + size);
}

async function keys(store: MediaStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
