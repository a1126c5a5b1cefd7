// npm run bench -- upload: a file of 500 MB through the real server, compared with a plain Node server that streams to the same disk.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { authorizeUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { percentile } from '#tests/support/percentile.ts';
import { runServer } from '#tests/support/server.ts';
import { treeMemory } from './process-tree.ts';

const SIZE_BYTES = 500_000_000;
const ROUNDS = 3;
const piece = randomBytes(1 << 20);

const folder = await mkdtemp(join(tmpdir(), 'tapescript-bench-'));
const server = runServer(join(folder, 'data'), { SPEECH_ENGINE: 'fake' });
const plain = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(join(folder, 'plain'), { flush: true }));
  response.end();
}).listen(0, '127.0.0.1');
try {
  await once(plain, 'listening');
  const address = plain.address();
  const plainUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const client = await Client.signUp(await server.ready);
  const idle = await treeMemory(server.child.pid);
  const ours: number[] = [];
  const theirs: number[] = [];
  let peak = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await put(plainUrl));
    const body = { filename: 'large.mp3', filesize: SIZE_BYTES, contentType: 'audio/mpeg' };
    const { uploadUrl } = await client.call(authorizeUpload, { body });
    let running = true;
    const watch = (async () => {
      while (running) {
        peak = Math.max(peak, (await treeMemory(server.child.pid)).server);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    ours.push(await put(uploadUrl));
    running = false;
    await watch;
  }
  const [our, their] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  console.log(
    `500 MB, median of ${ROUNDS}: ours ${our.toFixed(0)} MB/s, a plain Node stream ${their.toFixed(0)} MB/s: ${((100 * our) / their).toFixed(0)}% (goal 60%)`,
  );
  console.log(
    `server memory: ${idle.server} MB idle, ${peak} MB at its peak: growth ${peak - idle.server} MB (goal under 64)`,
  );
} finally {
  plain.close();
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}

/** Sends the file; returns megabytes per second. */
async function put(url: string): Promise<number> {
  let sent = 0;
  const body = new Readable({
    read() {
      const next = piece.subarray(0, Math.min(piece.length, SIZE_BYTES - sent));
      sent += next.length;
      this.push(next.length > 0 ? next : null);
    },
  });
  const started = performance.now();
  const headers = { 'content-length': String(SIZE_BYTES) };
  const response = await fetch(url, {
    method: 'PUT',
    body: body as never,
    headers,
    duplex: 'half',
  } as RequestInit);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.text();
  return SIZE_BYTES / 1e6 / ((performance.now() - started) / 1000);
}
