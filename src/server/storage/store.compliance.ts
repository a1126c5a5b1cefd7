import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { MediaStore } from './store.ts';

const ROOMY = { maxBytes: 10_000_000 };

/** The one suite that every media store passes. `fresh` opens an empty one. */
export function describeStore(fresh: () => Promise<MediaStore>): void {
  const bytes = randomBytes(300_000);
  const stored = async () => {
    const store = await fresh();
    await store.put('uploads/a.mp3', Readable.from([bytes]), ROOMY);
    return store;
  };

  it('gives back what was put', async () => {
    const store = await stored();
    expect(sha256(await buffer(await store.read('uploads/a.mp3')))).toBe(sha256(bytes));
    expect(await store.stat('uploads/a.mp3')).toMatchObject({ sizeBytes: bytes.length });
  });

  it('reads a part, both ends inclusive', async () => {
    const store = await stored();
    const part = await buffer(await store.read('uploads/a.mp3', { start: 10, end: 19 }));
    expect(part).toEqual(bytes.subarray(10, 20));
  });

  it('changes the etag when the bytes change', async () => {
    const store = await stored();
    const before = await store.stat('uploads/a.mp3');
    await store.put('uploads/a.mp3', Readable.from([bytes.subarray(1)]), ROOMY);
    expect((await store.stat('uploads/a.mp3'))?.etag).not.toBe(before?.etag);
  });

  it('keeps nothing of a file over the limit', async () => {
    const store = await fresh();
    const put = store.put('uploads/b', Readable.from([bytes]), { maxBytes: bytes.length - 1 });
    await expect(put).rejects.toMatchObject({ code: 'file_too_large' });
    expect(await store.stat('uploads/b')).toBeUndefined();
    expect(await keys(store, '')).toEqual([]);
  });

  it('takes a file of exactly the limit', async () => {
    const store = await fresh();
    const put = store.put('uploads/b', Readable.from([bytes]), { maxBytes: bytes.length });
    await expect(put).resolves.toEqual({ sizeBytes: bytes.length });
  });

  it('keeps nothing of a stream that breaks off, and what was there before stays', async () => {
    const store = await stored();
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 1000);
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put('uploads/a.mp3', broken, ROOMY)).rejects.toThrow('connection lost');
    expect(await store.stat('uploads/a.mp3')).toMatchObject({ sizeBytes: bytes.length });
  });

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

  it('says that a missing file is missing', async () => {
    const store = await fresh();
    expect(await store.stat('none')).toBeUndefined();
    await expect(store.read('none')).rejects.toMatchObject({ code: 'media_missing' });
    await expect(store.withLocalFile('none', async () => 1)).rejects.toMatchObject({ code: 'media_missing' });
    await expect(store.remove('none')).resolves.toBeUndefined();
  });

  it('removes and lists', async () => {
    const store = await stored();
    await store.put('renditions/a.mp4', Readable.from([bytes]), ROOMY);
    expect((await keys(store, '')).sort()).toEqual(['renditions/a.mp4', 'uploads/a.mp3']);
    expect(await keys(store, 'uploads/')).toEqual(['uploads/a.mp3']);
    await store.remove('uploads/a.mp3');
    expect(await keys(store, '')).toEqual(['renditions/a.mp4']);
  });

  it('refuses keys that would leave its place', async () => {
    const store = await fresh();
    for (const key of ['../a', '/etc/passwd', 'a/../../b', '', '.incoming/x', 'a\0b']) {
      await expect((async () => store.read(key))()).rejects.toThrow();
    }
  });

  it('gives a file a local path', async () => {
    const store = await stored();
    const copy = await store.withLocalFile('uploads/a.mp3', (path) => readFile(path));
    expect(sha256(copy)).toBe(sha256(bytes));
  });
}

async function keys(store: MediaStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
