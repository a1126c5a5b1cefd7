import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileReply, sendFile } from '#tests/support/file-replies.ts';
import { type Loopback, startLoopback } from '#tests/support/loopback.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { type DownloadOptions, type DownloadSource, download } from './download.ts';
import { looksLikeText } from './looks-like-text.ts';

const bytes = randomBytes(6_000_000);
/** This many bytes may be lost in transit when a connection breaks. */
const AT = 2_000_000;
const etag = '"v1"';
const folders: string[] = [];
let server: Loopback;
let outbound: Outbound;
let reply: FileReply;

beforeAll(async () => {
  server = await startLoopback((request, response) => sendFile(request, response, reply));
  outbound = createOutbound({ allow: [new URL(server.url).host] });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});
beforeEach(() => {
  server.requests.length = 0;
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-download-'));
  folders.push(folder);
  return folder;
}

async function get(folder: string, options: Partial<DownloadOptions & DownloadSource> = {}) {
  const { address = `${server.url}/episode.mp3`, unchanging, pieceBytes } = options;
  const source = {
    address,
    folder,
    ...(unchanging === undefined ? {} : { unchanging }),
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
  };
  const signal = new AbortController().signal;
  const rest = { pausesMs: [0, 0, 0], onProgress: () => undefined, signal, ...options };
  const { path, sizeBytes } = await download(outbound, source, rest);
  return { sizeBytes, content: await readFile(path) };
}

/** Matches a Range header that resumes after most of the bytes that were sent. */
const goingOn = expect.stringMatching(/^bytes=\d{7}-$/);
const ranges = () => server.requests.map(({ headers }) => headers.range);

it('downloads a file, and reports progress', async () => {
  reply = { kind: 'file', bytes };
  const reported: [number, number | null][] = [];
  const { content, sizeBytes } = await get(await freshFolder(), {
    onProgress: (...progress) => reported.push(progress),
  });
  expect(content.equals(bytes)).toBe(true);
  expect(sizeBytes).toBe(bytes.length);
  expect(reported.at(-1)).toEqual([bytes.length, bytes.length]);
  expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
});

describe('a download that breaks off', () => {
  it.each([
    ['an ETag', { etag }],
    ['a date', { modified: 'Tue, 02 Jan 2024 10:00:00 GMT' }],
  ])('resumes if the server supports it and %s shows that the file is the same', async (_, mark) => {
    reply = { kind: 'breaking', bytes, at: AT, times: 2, ranges: true, ...mark };
    expect((await get(await freshFolder())).content.equals(bytes)).toBe(true);
    expect(ranges()).toEqual([undefined, goingOn, goingOn]);
  });

  it.each([
    ['without Range', { etag, ranges: false }, goingOn],
    ['without a mark of the file', { ranges: true }, undefined],
    ['with a weak mark', { etag: 'W/"v1"', ranges: true }, undefined],
  ])('starts again %s', async (_, how, second) => {
    reply = { kind: 'breaking', bytes, at: AT, times: 1, ...how };
    expect((await get(await freshFolder())).content.equals(bytes)).toBe(true);
    expect(ranges()).toEqual([undefined, second]);
  });

  it('starts again if the file has changed in the meantime', async () => {
    const folder = await freshFolder();
    reply = { kind: 'breaking', bytes, at: AT, times: 9, ranges: true, etag };
    await expect(get(folder, { pausesMs: [] })).rejects.toMatchObject({ code: 'source_unreachable' });
    const other = randomBytes(150_000);
    reply = { kind: 'file', bytes: other, ranges: true, etag: '"v2"' };
    expect((await get(folder)).content.equals(other)).toBe(true);
  });

  it('resumes in another run with the part that a killed run has left', async () => {
    const folder = await freshFolder();
    reply = { kind: 'breaking', bytes, at: AT, times: 1, ranges: true, etag };
    await expect(get(folder, { pausesMs: [] })).rejects.toMatchObject({ code: 'source_unreachable' });
    expect((await get(folder)).content.equals(bytes)).toBe(true);
    expect(ranges()).toEqual([undefined, goingOn]);
    expect((await get(folder)).content.equals(bytes)).toBe(true);
    expect(ranges().at(-1)).toBe(`bytes=${bytes.length}-`);
  });

  it('does not resume with the part of another address', async () => {
    const folder = await freshFolder();
    reply = { kind: 'file', bytes, ranges: true, etag };
    await writeFile(join(folder, 'source.part'), 'other');
    await writeFile(join(folder, 'source.json'), JSON.stringify({ name: 'http://x.test/', validator: etag }));
    expect((await get(folder)).content.equals(bytes)).toBe(true);
  });

  it('gives up after several attempts without progress', async () => {
    reply = { kind: 'status', status: 503 };
    await expect(get(await freshFolder())).rejects.toMatchObject({ code: 'source_unreachable' });
    expect(server.requests.length).toBe(3);
  });

  it('accepts a file that is shorter than declared if the server confirms that it is complete', async () => {
    reply = { kind: 'declaring', bytes, length: bytes.length + 1000, ranges: true, etag };
    expect((await get(await freshFolder())).content.equals(bytes)).toBe(true);
  });

  it('does not accept half a file as complete', async () => {
    reply = { kind: 'declaring', bytes, length: bytes.length + 1000 };
    await expect(get(await freshFolder())).rejects.toMatchObject({ code: 'source_unreachable' });
  });
});

describe('a file that never changes', () => {
  it('is resumed from another address, even without a validator', async () => {
    const folder = await freshFolder();
    const unchanging = 'video/140';
    reply = { kind: 'breaking', bytes, at: AT, times: 1, ranges: true };
    await expect(get(folder, { pausesMs: [], unchanging })).rejects.toMatchObject({
      code: 'source_unreachable',
    });
    const address = `${server.url}/elsewhere.mp3`;
    expect((await get(folder, { unchanging, address })).content.equals(bytes)).toBe(true);
    expect(ranges()).toEqual([undefined, goingOn]);
  });

  it('is requested in ranges if wanted, and whole if the server does not support ranges', async () => {
    const inPieces = { unchanging: 'video/140', pieceBytes: 2_500_000 };
    const reported: (number | null)[] = [];
    reply = { kind: 'file', bytes, ranges: true };
    const { content } = await get(await freshFolder(), {
      ...inPieces,
      onProgress: (_, total) => reported.push(total),
    });
    expect(content.equals(bytes)).toBe(true);
    expect(ranges()).toEqual(['bytes=0-2499999', 'bytes=2500000-4999999', 'bytes=5000000-7499999']);
    expect(new Set(reported)).toEqual(new Set([bytes.length]));
    reply = { kind: 'file', bytes };
    expect((await get(await freshFolder(), inPieces)).content.equals(bytes)).toBe(true);
  });
});

describe('downloads that are not recordings', () => {
  it.each<[string, FileReply, string]>([
    ['nothing there', { kind: 'status', status: 404 }, 'source_not_found'],
    ['gone', { kind: 'status', status: 410 }, 'source_not_found'],
    ['not given out', { kind: 'status', status: 403 }, 'source_denied'],
    ['not understood', { kind: 'status', status: 400 }, 'source_unreachable'],
    ['an empty file', { kind: 'file', bytes: Buffer.alloc(0) }, 'source_empty'],
    ['a short text', { kind: 'file', bytes: Buffer.from('no') }, 'source_not_media'],
    [
      'a page that calls itself audio',
      { kind: 'file', bytes: Buffer.from(`<!doctype html>${'<p>ü</p>'.repeat(9000)}`) },
      'source_not_media',
    ],
    ['2 GB by its own words', { kind: 'declaring', bytes, length: 2_000_000_000 }, 'source_too_large'],
    ['a redirect to this machine', { kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'address_refused'],
    ['a redirect to a file', { kind: 'redirect', to: 'file:///etc/passwd' }, 'address_refused'],
    ['redirects without end', { kind: 'redirect', to: '/episode.mp3' }, 'source_unreachable'],
  ])('are refused, and the code says why: %s', async (_, how, code) => {
    reply = how;
    await expect(get(await freshFolder())).rejects.toMatchObject({ code });
  });

  it('ends endless downloads by size and by time, and those that decompress to too much', async () => {
    reply = { kind: 'endless' };
    const limited = { maxBytes: 20_000_000 };
    await expect(get(await freshFolder(), limited)).rejects.toMatchObject({ code: 'source_too_large' });
    await expect(get(await freshFolder(), { totalMs: 50 })).rejects.toMatchObject({ code: 'source_timeout' });
    reply = { kind: 'bomb', bytes: 500_000_000 };
    await expect(get(await freshFolder(), limited)).rejects.toMatchObject({ code: 'source_too_large' });
  });

  it('rejects with the reason of the abort, and keeps the part that arrived', async () => {
    const folder = await freshFolder();
    const ended = new AbortController();
    reply = { kind: 'held', bytes, at: AT, opened: new Promise(() => undefined), etag };
    const running = get(folder, {
      signal: ended.signal,
      onProgress: (done) => done >= 1_000_000 && ended.abort(new Error('no longer wanted')),
    });
    await expect(running).rejects.toThrow('no longer wanted');
    reply = { kind: 'file', bytes, ranges: true, etag };
    expect((await get(folder)).content.equals(bytes)).toBe(true);
    expect(ranges().at(-1)).toEqual(goingOn);
  });
});

it('distinguishes texts from recordings by their first bytes', () => {
  for (const text of ['<html>', '{"error":"x"}', '#EXTM3U\n', 'é'.repeat(300), '\ufeff<rss>'])
    expect(looksLikeText(Buffer.from(text).subarray(0, 511)), text).toBe(true);
  const starts = [
    'ID3\u0004\u0000',
    'RIFF\u0024\u0000',
    'fLaC\u0000',
    'OggS\u0000',
    '\u0000\u0000\u0000\u0018ftyp',
  ];
  for (const start of starts) expect(looksLikeText(Buffer.from(start)), start).toBe(false);
  expect(looksLikeText(Buffer.from([0xff, 0xfb, 0x90, 0x64]))).toBe(false);
  expect(looksLikeText(Buffer.alloc(0))).toBe(false);
});
