// npm run bench -- storage [megabytes]: a large file in parts through the real server, and into S3 and back, compared with plain streams of the
// same bytes to the same places. S3 is Debian's Swift (npm run test:s3 installs it), which shares this machine.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { openS3Store } from '#server/storage/s3.ts';
import { Client } from '#tests/support/client.ts';
import { runServer } from '#tests/support/server.ts';
import { hasSwift, startSwift } from '#tests/support/swift-server.ts';
import { treeMemory } from './process-tree.ts';

const SIZE_BYTES = Number(process.argv[2] ?? 500) * 1_000_000;
const LANES = 3;
const piece = Buffer.alloc(1 << 20, 'a recording ');

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
try {
  await benchDisk();
  if (hasSwift()) await benchS3();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchDisk(): Promise<void> {
  const plain = createServer(async (request, response) => {
    await pipeline(request, createWriteStream(join(folder, 'plain'), { flush: true }));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
  try {
    const client = await Client.signUp(await server.ready);
    const plainUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const plainSpeed = await speed(() => send(plainUrl, SIZE_BYTES));
    const body = { filename: 'large.mp3', filesize: SIZE_BYTES, contentType: 'audio/mpeg' };
    const idle = (await treeMemory(server.child.pid)).server;
    let peak = idle;
    const watch = setInterval(async () => {
      peak = Math.max(peak, (await treeMemory(server.child.pid)).server);
    }, 100);
    const { uploadUrl } = await client.call(authorizeUpload, { body });
    const whole = await speed(() => send(uploadUrl, SIZE_BYTES));
    const { uploadId } = await client.call(authorizeUpload, { body });
    const parts = await speed(async () => {
      await sendParts((await client.call(listUploadParts, { params: { id: uploadId } })).parts);
    });
    const started = performance.now();
    await client.call(processUpload, { body: { uploadId } });
    const joinMs = performance.now() - started;
    clearInterval(watch);
    console.log(
      `disk, ${SIZE_BYTES / 1e6} MB: plain Node stream ${plainSpeed} MB/s, whole ${whole} MB/s (${percent(whole, plainSpeed)}), in parts ${parts} MB/s (${percent(parts, plainSpeed)}), joined in ${joinMs.toFixed(0)} ms`,
    );
    console.log(
      `server memory: ${idle} MB idle, ${peak} MB at its peak: growth ${peak - idle} MB (goal under 64)`,
    );
  } finally {
    plain.close();
    await server.end('SIGTERM');
  }
}

async function benchS3(): Promise<void> {
  const swift = await startSwift();
  const store = await openS3Store({ settings: await swift.bucket(), workDir: join(folder, 'work') });
  try {
    const { addresses } = store;
    if (!addresses) throw new Error('This store should have addresses');
    const expiresMs = 3_600_000;
    const direct = await addresses.put('uploads/plain', SIZE_BYTES, expiresMs);
    const plainPut = await speed(() => send(direct, SIZE_BYTES));
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 50);
    const put = await speed(() => store.put('uploads/ours', bytes(SIZE_BYTES), { maxBytes: SIZE_BYTES }));
    const read = await speed(async () => {
      for await (const _ of await store.read('uploads/ours'));
    });
    clearInterval(watch);
    const get = await addresses.get('uploads/ours', 'audio/mpeg', expiresMs);
    const plainGet = await speed(async () => {
      for await (const _ of (await fetch(get)).body ?? []);
    });
    const file = { key: 'uploads/parted', sizeBytes: SIZE_BYTES, partBytes: 8 << 20 };
    const parts = await speed(async () => {
      const numbers = Array.from({ length: Math.ceil(SIZE_BYTES / file.partBytes) }, (_, index) => index + 1);
      const urls = await addresses.parts(file, numbers, expiresMs);
      const sizeOf = (number: number) => Math.min(file.partBytes, SIZE_BYTES - (number - 1) * file.partBytes);
      await sendParts(
        numbers.map((number, index) => ({ sizeBytes: sizeOf(number), url: urls[index] ?? null })),
      );
      await store.parts.join(file);
    });
    console.log(
      `S3, ${SIZE_BYTES / 1e6} MB: plain PUT ${plainPut} MB/s, store.put ${put} MB/s (${percent(put, plainPut)}), signed parts ${parts} MB/s (${percent(parts, plainPut)}), store.read ${read} MB/s, plain GET ${plainGet} MB/s (${percent(read, plainGet)})`,
    );
    console.log(
      `memory growth while writing and reading: ${Math.round((peak - before) / 1e6)} MB (goal under 64)`,
    );
  } finally {
    store.close();
    await swift.close();
  }
}

async function sendParts(parts: readonly { sizeBytes: number; url: string | null }[]): Promise<void> {
  const left = [...parts];
  const lane = async () => {
    for (let part = left.shift(); part; part = left.shift()) await send(part.url ?? '', part.sizeBytes);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function send(url: string, sizeBytes: number): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    body: bytes(sizeBytes) as never,
    headers: { 'content-length': String(sizeBytes) },
    duplex: 'half',
  } as RequestInit);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.text();
}

function bytes(sizeBytes: number): Readable {
  let sent = 0;
  return new Readable({
    read() {
      const next = piece.subarray(0, Math.min(piece.length, sizeBytes - sent));
      sent += next.length;
      this.push(next.length > 0 ? next : null);
    },
  });
}

/** Megabytes per second. */
async function speed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(SIZE_BYTES / 1e6 / ((performance.now() - started) / 1000));
}

function percent(ours: number, theirs: number): string {
  return `${((100 * ours) / theirs).toFixed(0)}%`;
}
