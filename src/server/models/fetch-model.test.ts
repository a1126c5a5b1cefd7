import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { modelAtHand } from '#speech/local/models.ts';
import { type FileReply, sendFile } from '#tests/support/file-replies.ts';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { fetchModel, type WebModel } from './fetch-model.ts';
import type { FetchOptions } from './model-source.ts';

const bytes = randomBytes(6_000_000);
/** So that most of these bytes have arrived when a connection breaks. */
const AT = 2_000_000;
const PAGE = Buffer.from(`<!doctype html>${'<p>Sign in to the hotel</p>'.repeat(900)}`);
const ABANDONED = new Date(Date.now() - 2 * 60 * 60_000);

let server: Loopback;
let outbound: Outbound;
let modelsDir: string;
/** By path: the model's first address is /first, its second /second. */
let replies: Record<string, FileReply>;

beforeAll(async () => {
  server = await startLoopback((request, response) =>
    sendFile(request, response, replies[request.path] ?? { kind: 'status', status: 404 }),
  );
  outbound = createOutbound({ allow: [new URL(server.url).host] });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});
beforeEach(async () => {
  server.requests.length = 0;
  replies = {};
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-fetch-'));
  modelsDir = join(folder, 'models');
  return () => rm(folder, { recursive: true });
});

function model(): WebModel {
  return {
    name: 'v.onnx',
    kind: 'voices',
    purpose: 'tells speakers apart',
    needed: 'later',
    source: { kind: 'web', addresses: [`${server.url}/first`, `${server.url}/second`] },
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    license: 'MIT',
  };
}

const fetch = (options: Partial<FetchOptions> = {}) =>
  fetchModel({ outbound }, model(), {
    modelsDir,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    pausesMs: [],
    ...options,
  });
const inFolder = async () => (await readdir(modelsDir)).sort();
const isThere = async () => (await modelAtHand(modelsDir, 'voices', [model()])) !== undefined;
const asked = () => server.requests.map(({ path, headers }) => [path, headers.range]);
const goingOn = expect.stringMatching(/^bytes=\d{7}-$/);
const DONE = ['checked.json', 'v.onnx'];

describe('fetchModel', () => {
  it('fetches from the first address, verifies the file and leaves nothing else', async () => {
    replies = { '/first': { kind: 'file', bytes }, '/second': { kind: 'file', bytes } };
    await fetch();
    expect(asked()).toEqual([['/first', undefined]]);
    expect(await inFolder()).toEqual(DONE);
    expect((await readFile(join(modelsDir, 'v.onnx'))).equals(bytes)).toBe(true);
    expect(await isThere()).toBe(true);
  });

  it('follows a redirect, as releases have it', async () => {
    replies = {
      '/first': { kind: 'redirect', to: '/release?token=x' },
      '/release?token=x': { kind: 'file', bytes },
    };
    await fetch();
    expect(await isThere()).toBe(true);
  });

  it('replaces a damaged file', async () => {
    await mkdir(modelsDir);
    await writeFile(join(modelsDir, 'v.onnx'), bytes.subarray(0, 100));
    expect(await isThere()).toBe(false);
    replies = { '/first': { kind: 'file', bytes } };
    await fetch();
    expect(await isThere()).toBe(true);
  });

  it.each<[string, FileReply, RegExp]>([
    ['nothing', { kind: 'status', status: 404 }, /nothing is there/],
    ['an error', { kind: 'status', status: 500 }, /no answer, or it broke off \(status 500\)/],
    ['a page', { kind: 'file', bytes: PAGE, type: 'text/html' }, /it sent a page or a text/],
    ['an empty file', { kind: 'file', bytes: Buffer.alloc(0) }, /it sent nothing/],
    ['other bytes', { kind: 'file', bytes: randomBytes(bytes.length) }, /it sent another file/],
    ['too few bytes', { kind: 'file', bytes: bytes.subarray(1) }, /it sent another file/],
    ['one byte too many', { kind: 'file', bytes: Buffer.concat([bytes, bytes.subarray(0, 1)]) }, /sent more/],
    ['bytes without end', { kind: 'endless' }, /it sent more than the model has/],
    ['a bomb', { kind: 'bomb', bytes: 50_000_000 }, /it sent more than the model has/],
    ['a way to this machine', { kind: 'redirect', to: 'http://127.0.0.1:1/' }, /not public \(not a port/],
    [
      'a way into the network',
      { kind: 'redirect', to: 'http://10.0.0.1/' },
      /not public \(not a public address/,
    ],
  ])('says plainly that an address has %s, and tries the next', async (_, reply, reason) => {
    replies = { '/first': reply, '/second': reply };
    const failed = fetch();
    await expect(failed).rejects.toThrow(
      /^v\.onnx could not be fetched: 127\.0\.0\.1:\d+: [^;]+; 127\.0\.0\.1/,
    );
    await expect(failed).rejects.toThrow(reason);
    expect(await inFolder()).toEqual([]);
    replies = { '/first': reply, '/second': { kind: 'file', bytes } };
    await fetch();
    expect(await inFolder()).toEqual(DONE);
    expect(await isThere()).toBe(true);
  });

  it('ends a download whose time is up', async () => {
    const opened = new Promise<void>(() => undefined);
    replies = { '/first': { kind: 'held', bytes, at: AT, opened } };
    await expect(fetch({ totalMs: 300 })).rejects.toThrow(/it took too long/);
    expect(await isThere()).toBe(false);
  });

  it.runIf(existsSync('/dev/full'))('leaves nothing on a full disk, and asks no other address', async () => {
    await mkdir(join(modelsDir, 'v.onnx.part'), { recursive: true });
    await symlink('/dev/full', join(modelsDir, 'v.onnx.part', 'source.part'));
    replies = { '/first': { kind: 'file', bytes }, '/second': { kind: 'file', bytes } };
    await expect(fetch()).rejects.toThrow(/^v\.onnx could not be fetched: the disk is full$/);
    expect(asked()).toHaveLength(1);
    expect(await inFolder()).toEqual([]);
  });

  it('says what is wrong with the folder', async () => {
    const path = join(modelsDir, '..', 'file');
    await writeFile(path, '');
    await expect(fetch({ modelsDir: path })).rejects.toThrow(/^v\.onnx could not be fetched: E/);
  });
});

describe('a download that breaks off', () => {
  const breaking = (content = bytes): FileReply => ({
    kind: 'breaking',
    bytes: content,
    at: AT,
    times: 1,
    ranges: true,
  });

  it('is continued by the next address', async () => {
    replies = { '/first': breaking(), '/second': { kind: 'file', bytes, ranges: true } };
    await fetch();
    expect(asked()).toEqual([
      ['/first', undefined],
      ['/second', goingOn],
    ]);
    expect(await inFolder()).toEqual(DONE);
    expect(await isThere()).toBe(true);
  });

  it('is continued by the next try', async () => {
    replies = { '/first': breaking() };
    await expect(fetch()).rejects.toThrow(/of 6000000 bytes came|the connection failed/);
    expect(await inFolder()).toEqual(['v.onnx.part']);
    replies = { '/first': { kind: 'file', bytes, ranges: true } };
    await fetch();
    expect(asked().at(-1)).toEqual(['/first', goingOn]);
    expect(await inFolder()).toEqual(DONE);
  });

  it('is continued after a stop in the middle', async () => {
    const ended = new AbortController();
    replies = { '/first': { kind: 'held', bytes, at: AT, opened: new Promise<void>(() => undefined) } };
    const onProgress = (done: number) => done >= 1_000_000 && ended.abort(new Error('stopping'));
    await expect(fetch({ signal: ended.signal, onProgress })).rejects.toThrow(/^stopping$/);
    expect(await inFolder()).toEqual(['v.onnx.part']);
    replies = { '/first': { kind: 'file', bytes, ranges: true } };
    await fetch();
    expect(asked().at(-1)).toEqual(['/first', goingOn]);
    expect(await isThere()).toBe(true);
  });

  it('starts again from the same address if what the other has left turns out wrong', async () => {
    replies = {
      '/first': breaking(randomBytes(bytes.length)),
      '/second': { kind: 'file', bytes, ranges: true },
    };
    await fetch();
    expect(asked()).toEqual([
      ['/first', undefined],
      ['/second', goingOn],
      ['/second', undefined],
    ]);
    expect(await isThere()).toBe(true);
  });

  it('is continued after its process was killed, but not while another may still be at it', async () => {
    replies = { '/first': breaking() };
    await expect(fetch()).rejects.toThrow();
    const others = join(modelsDir, 'v.onnx.part-others');
    await mkdir(others);
    await writeFile(join(others, 'source.part'), 'x');
    await writeFile(join(modelsDir, 'v.onnx.part', 'source.part'), bytes.subarray(0, AT));
    replies = { '/first': { kind: 'status', status: 503 } };
    await expect(fetch()).rejects.toThrow();
    expect(await inFolder()).toEqual(['v.onnx.part', 'v.onnx.part-others']);

    await rm(others, { recursive: true });
    await rename(join(modelsDir, 'v.onnx.part'), others);
    await utimes(join(others, 'source.part'), ABANDONED, ABANDONED);
    replies = { '/first': { kind: 'file', bytes, ranges: true } };
    await fetch();
    expect(asked().at(-1)).toEqual(['/first', `bytes=${AT}-`]);
    expect(await inFolder()).toEqual(DONE);
  });

  it('does not disturb another node that fetches into the same folder', async () => {
    replies = { '/first': { kind: 'file', bytes, ranges: true } };
    await Promise.all([fetch(), fetch(), fetch()]);
    expect(asked()).toEqual(Array(3).fill(['/first', undefined]));
    expect(await inFolder()).toEqual(DONE);
    expect(await isThere()).toBe(true);
  });
});
