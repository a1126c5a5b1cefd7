import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openS3Store } from '#server/storage/s3.ts';
import type { MediaStore } from '#server/storage/store.ts';
import { type FaultyProxy, startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { hasSwift, type SwiftServer, startSwift } from '#tests/support/swift-server.ts';

const PASS = { kind: 'pass' } as const;
const ROOMY = { maxBytes: 100_000_000 };
const LARGE = randomBytes(19_000_000);

describe.skipIf(!hasSwift())('a store that fails', () => {
  let swift: SwiftServer;
  let proxy: FaultyProxy;
  let workDir: string;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    swift = await startSwift();
    proxy = await startFaultyProxy(swift.url);
    workDir = await mkdtemp(join(tmpdir(), 'tapescript-s3-'));
  });
  afterAll(async () => {
    for (const close of closing) close();
    await proxy.close();
    await swift.close();
    await rm(workDir, { recursive: true, force: true });
  });

  /** Two views of one bucket: through the faulty proxy with a short limit, and directly. */
  async function stores(answerMs = 30_000): Promise<{ ours: MediaStore; real: MediaStore }> {
    proxy.decide(() => PASS);
    const settings = await swift.bucket();
    const patience = { answerMs, partMs: answerMs, attempts: 4 };
    const ours = await openS3Store({ settings: { ...settings, endpoint: proxy.url }, workDir, patience });
    const real = await openS3Store({ settings, workDir });
    closing.push(
      () => ours.close(),
      () => real.close(),
    );
    return { ours, real };
  }

  it.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'reset' },
    { kind: 'lose-answer' },
  ] as const)('writes, reads and removes files even if every other request meets %j', async (fault) => {
    const { ours, real } = await stores();
    proxy.decide((_, again) => (again % 2 === 0 ? fault : PASS));
    await ours.put('uploads/a', Readable.from([LARGE]), ROOMY);
    expect(await ours.stat('uploads/a')).toMatchObject({ sizeBytes: LARGE.length });
    expect(sha256(await buffer(await ours.read('uploads/a')))).toBe(sha256(LARGE));
    await ours.put('uploads/b', Readable.from([LARGE.subarray(0, 1000)]), ROOMY);
    await ours.remove('uploads/a');
    expect(await keys(real)).toEqual(['uploads/b']);
  });

  it.each([
    [{ kind: 'status', status: 500 }, '500'],
    [{ kind: 'reset' }, 'ECONNRESET'],
    [{ kind: 'silent' }, 'no answer in time'],
  ] as const)('fails with a one-line error if every request meets %j', async (fault, reason) => {
    const { ours, real } = await stores(fault.kind === 'silent' ? 700 : undefined);
    proxy.decide(() => fault);
    const calls = [
      ours.put('uploads/a', Readable.from([LARGE]), ROOMY),
      ours.put('uploads/b', Readable.from([LARGE.subarray(0, 1000)]), ROOMY),
      ours.stat('uploads/a'),
      ours.read('uploads/a'),
      ours.remove('uploads/a'),
      ours.withLocalFile('uploads/a', async () => undefined),
      keys(ours),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreError' } });
      expect(String(outcome.status === 'rejected' && outcome.reason)).toContain(reason);
    }
    expect(await ours.check()).toContain(reason);
    proxy.decide(() => PASS);
    expect(await keys(real)).toEqual([]);
  });

  it('keeps nothing of a large file if the store fails in the middle', async () => {
    const { ours, real } = await stores();
    proxy.decide(({ url }) => (url?.includes('partNumber=2') ? { kind: 'status', status: 500 } : PASS));
    await expect(ours.put('uploads/a', Readable.from([LARGE]), ROOMY)).rejects.toThrow('writing a part: 500');
    expect(await real.stat('uploads/a')).toBeUndefined();
    expect(proxy.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
  });

  it.each(['reset', 'silent'] as const)(
    'resumes a file where its connection broke (%s), and reads nothing twice',
    async (end) => {
      const { ours, real } = await stores(end === 'silent' ? 2000 : undefined);
      await real.put('uploads/a', Readable.from([LARGE]), ROOMY);
      const cut = { kind: 'cut', afterBytes: 7_000_000, end } as const;
      proxy.decide((_, again) => (again < 2 ? cut : PASS));
      const copy = await ours.withLocalFile('uploads/a', (path) => readFile(path));
      expect(sha256(copy)).toBe(sha256(LARGE));
      expect(proxy.requests).toHaveLength(3);
      expect(await readdir(workDir)).toEqual([]);

      proxy.decide((_, again) => (again === 0 ? { ...cut, afterBytes: 1000 } : PASS));
      const part = await buffer(await ours.read('uploads/a', { start: 500, end: 9_999_999 }));
      expect(sha256(part)).toBe(sha256(LARGE.subarray(500, 10_000_000)));
    },
  );

  it('does not mix the bytes of two files if a file is replaced while it is read', async () => {
    const { ours, real } = await stores();
    await real.put('uploads/a', Readable.from([LARGE]), ROOMY);
    proxy.decide((_, again) => (again === 0 ? { kind: 'cut', afterBytes: 5000, end: 'reset' } : PASS));
    const reading = await ours.read('uploads/a');
    await real.put('uploads/a', Readable.from([randomBytes(LARGE.length)]), ROOMY);
    await expect(buffer(reading)).rejects.toMatchObject({ name: 'StoreError' });
  });

  it('gives up on a file that always breaks off at the same place', async () => {
    const { ours, real } = await stores();
    await real.put('uploads/a', Readable.from([LARGE]), ROOMY);
    proxy.decide(({ headers }) =>
      headers.range ? { kind: 'reset' } : { kind: 'cut', afterBytes: 5000, end: 'reset' },
    );
    await expect(ours.withLocalFile('uploads/a', async () => 1)).rejects.toMatchObject({
      name: 'StoreError',
    });
    expect(await readdir(workDir)).toEqual([]);
  });
});

async function keys(store: MediaStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list('')) found.push(key);
  return found;
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
