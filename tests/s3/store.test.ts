import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { S3Settings } from '#server/config.ts';
import { openS3Store } from '#server/storage/s3.ts';
import { createS3Client, S3_PATIENCE } from '#server/storage/s3-client.ts';
import { describeStore } from '#server/storage/store.compliance.ts';
import { hasSwift, type SwiftServer, startSwift } from '#tests/support/swift-server.ts';

describe.skipIf(!hasSwift())('S3 store on Swift', () => {
  let swift: SwiftServer;
  let workDir: string;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    swift = await startSwift();
    workDir = await mkdtemp(join(tmpdir(), 'tapescript-s3-'));
  });
  afterAll(async () => {
    for (const close of closing) close();
    await swift.close();
    await rm(workDir, { recursive: true, force: true });
  });

  async function open(settings: S3Settings) {
    const store = await openS3Store({ settings, workDir });
    closing.push(() => store.close());
    return store;
  }

  describeStore(async () => open(await swift.bucket()));

  it('leaves neither a multipart upload nor a local copy of a stream that breaks off', async () => {
    const settings = await swift.bucket();
    const store = await open(settings);
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(18_000_000);
        throw new Error('connection lost');
      })(),
    );
    await expect(store.put('uploads/a', broken, { maxBytes: 50_000_000 })).rejects.toThrow('connection lost');
    const client = createS3Client(settings, S3_PATIENCE);
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
    client.destroy();
    expect(Uploads ?? []).toEqual([]);
    await store.put('uploads/b', Readable.from([randomBytes(1000)]), { maxBytes: 1000 });
    await store.withLocalFile('uploads/b', async () => expect(await readdir(workDir)).toHaveLength(1));
    expect(await readdir(workDir)).toEqual([]);
  });

  it('does not touch other objects in the bucket', async () => {
    const settings = await swift.bucket();
    const store = await open(settings);
    const theirs = await fetch(await signedPut(settings, 'something-else'), { method: 'PUT', body: 'x' });
    expect(theirs.status).toBe(200);
    const found: string[] = [];
    for await (const { key } of store.list('')) found.push(key);
    expect(found).toEqual([]);
  });

  it.each([
    ['a wrong secret', { secretAccessKey: 'other' }, '403 SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'test:nobody' }, '403'],
    ['a bucket that is not there', { bucket: 'not-there' }, '404 NoSuchBucket'],
  ])('is rejected with %s, and says so without a secret', async (_, change, reason) => {
    const settings = { ...(await swift.bucket()), ...change };
    const store = await open(settings);
    const problem = await store.check();
    expect(problem).toContain(settings.bucket);
    expect(problem).toContain(reason);
    const put = store.put('uploads/a', Readable.from([Buffer.from('x')]), { maxBytes: 10 });
    const error = await put.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StoreError' });
    for (const secret of [settings.secretAccessKey, settings.accessKeyId, 'AWS4']) {
      expect(`${problem} ${String(error)} ${JSON.stringify(error)}`).not.toContain(secret);
    }
  });

  it('signs addresses that the store checks: it rejects any change and any other length', async () => {
    const store = await open(await swift.bucket());
    const { addresses } = store;
    if (!addresses) throw new Error('This store has addresses');
    const url = await addresses.put('uploads/a', 5, 60_000);
    const put = (address: string, body: string) =>
      fetch(address, { method: 'PUT', body, headers: { 'content-type': 'audio/wav' } });
    expect((await put(url, '123456')).status).toBe(403);
    expect((await put(url, '1234')).status).toBe(403);
    expect((await put(url.replace('uploads/a', 'uploads/b'), '12345')).status).toBe(403);
    expect((await put(url.replace(/(?<=Signature=)./, otherDigit), '12345')).status).toBe(403);
    expect((await put(url.replace('Expires=60', 'Expires=61'), '12345')).status).toBe(403);
    expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(400);
    expect(await store.stat('uploads/a')).toBeUndefined();
    expect((await put(url, '12345')).status).toBe(200);
    expect(await store.stat('uploads/a')).toMatchObject({ sizeBytes: 5 });

    const get = await addresses.get('uploads/a', 'audio/mpeg', 60_000);
    const part = await fetch(get, { headers: { range: 'bytes=1-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('234');
    expect(part.headers.get('content-type')).toBe('audio/mpeg');
    expect(part.headers.get('content-disposition')).toBe('inline');
    expect((await fetch(get.replace('audio%2Fmpeg', 'text%2Fhtml'))).status).toBe(403);
    expect(new URL(get).origin).toBe(addresses.origin);

    const file = { key: 'uploads/p', sizeBytes: 12, partBytes: 12 };
    const [first = ''] = await addresses.parts(file, [1], 60_000);
    expect((await put(first, 'too long for it')).status).toBe(403);
    expect((await put(first.replace('partNumber=1', 'partNumber=2'), '123456789012')).status).toBe(403);
    expect((await put(first, '123456789012')).status).toBe(200);
    expect(await store.parts.join(file)).toEqual({ sizeBytes: 12 });
    // A retry after a lost response may arrive again. (Amazon answers 404; Swift writes the same bytes once more.)
    await put(first, '123456789012');
    expect(String(await buffer(await store.read(file.key)))).toBe('123456789012');
  });

  async function signedPut(settings: S3Settings, key: string): Promise<string> {
    const client = createS3Client(settings, S3_PATIENCE);
    return getSignedUrl(client, new PutObjectCommand({ Bucket: settings.bucket, Key: key }));
  }
});

function otherDigit(digit: string): string {
  return digit === '0' ? '1' : '0';
}
