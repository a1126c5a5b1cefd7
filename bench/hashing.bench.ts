// npm run bench -- hashing: the SHA-256 of recordings, in the browser's worker and beside an upload on the server.
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashMeter } from '#server/storage/content-hash.ts';
import { sizeLimit } from '#server/storage/size-limit.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { ROOT } from '#tests/support/server.ts';

const BYTES = 300_000_000;
const ROUNDS = 3;

for (let round = 1; round <= ROUNDS; round += 1) {
  const [plainMs, hashedMs] = [await processorMs([]), await processorMs([hashMeter(() => undefined)])];
  const addedMs = hashedMs - plainMs;
  console.log(
    `Server: ${Math.round(addedMs)} ms of processor time more for ${BYTES / 1e6} MB (${Math.round(plainMs)} ms without), ${Math.round(BYTES / 1000 / addedMs)} MB/s`,
  );
}
await inBrowser();

/** Processor time for a stream of pieces as they come from a connection. */
async function processorMs(hashing: Transform[]): Promise<number> {
  const piece = Buffer.alloc(65_536, 'sound');
  const pieces = Readable.from(
    (function* () {
      for (let left = BYTES; left > 0; left -= piece.length) yield piece;
    })(),
    { objectMode: false },
  );
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const before = process.cpuUsage();
  await pipeline([pieces, sizeLimit(2 * BYTES).stream, ...hashing, nowhere]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The built worker on a page of its own. */
async function inBrowser(): Promise<void> {
  const assets = join(ROOT, 'dist/web/assets');
  const name = (await readdir(assets)).find((file) => /^hash-worker-.*\.js$/.test(file));
  if (!name) throw new Error('The web application is not built: npm start builds it.');
  const script = await readFile(join(assets, name));
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? script : '<!doctype html><title>Hashing</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const ms = await page.evaluate(hashInPage, BYTES);
      console.log(`Browser: ${Math.round(BYTES / 1000 / ms)} MB/s`);
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function hashInPage(bytes: number): Promise<number> {
  const piece = new Uint8Array(1_000_000).map((_, index) => index * 31);
  const file = new Blob(Array.from({ length: bytes / piece.length }, () => piece));
  const worker = new Worker('/worker.js', { type: 'module' });
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind === 'done') resolve();
      if (data.kind === 'failed') reject(new Error('The file could not be hashed.'));
    });
    worker.addEventListener('error', () => reject(new Error('The worker cannot be loaded.')));
    worker.postMessage(file);
  });
  worker.terminate();
  return performance.now() - started;
}
