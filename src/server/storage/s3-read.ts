import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { AppError } from '../app-error.ts';
import { isMissing, plainError, type S3Bucket } from './s3-client.ts';
import { type ByteRange, StoreError } from './store.ts';

/** Multiplied by the number of consecutive failures without a byte in between. */
const RETRY_MS = 200;

interface ReadOptions {
  range?: ByteRange;
  signal?: AbortSignal | undefined;
}

/** Opens a file, or a range of it, and resumes where it was when the connection breaks or stalls. */
export async function openReading(
  s3: S3Bucket,
  key: string,
  { range, signal }: ReadOptions,
): Promise<{ stream: Readable; sizeBytes: number }> {
  const first = await get(s3, key, {
    ...(range ? { header: `bytes=${range.start}-${range.end}` } : {}),
    signal,
  });
  const sizeBytes = first.ContentLength ?? 0;
  const pieces = readOn(s3, key, { first, start: range?.start ?? 0, sizeBytes, signal });
  return { stream: Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 16 }), sizeBytes };
}

interface ObjectRead {
  first: GetObjectCommandOutput;
  start: number;
  sizeBytes: number;
  signal: AbortSignal | undefined;
}

async function* readOn(s3: S3Bucket, key: string, { first, start, sizeBytes, signal }: ObjectRead) {
  const past = start + sizeBytes;
  let position = start;
  let failures = 0;
  let body = bodyOf(first);
  try {
    while (position < past) {
      const piece = await nextPiece(body, s3.patience.answerMs);
      if (piece) {
        position += piece.length;
        failures = 0;
        yield piece;
        continue;
      }
      body.destroy();
      signal?.throwIfAborted();
      failures += 1;
      if (failures >= s3.patience.attempts) {
        throw new StoreError(
          `The media store broke off a file ${failures} times without one more byte of it.`,
        );
      }
      await delay(RETRY_MS * 2 ** failures, undefined, signal ? { signal } : {});
      const header = `bytes=${position}-${past - 1}`;
      body = bodyOf(await get(s3, key, { header, etag: first.ETag, signal }));
    }
  } finally {
    body.destroy();
  }
}

/** Undefined if the connection broke, ended too early, or gave nothing in time; only time spent waiting for the store counts. */
async function nextPiece(body: Readable, limitMs: number): Promise<Buffer | undefined> {
  const ready: Buffer | null = body.read();
  if (ready) return ready;
  if (body.destroyed || body.readableEnded) return undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  const events = ['readable', 'end', 'close', 'error'] as const;
  for (const event of events) body.once(event, resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    for (const event of events) body.off(event, resolve);
  }
  return body.read() ?? undefined;
}

async function get(
  { client, bucket, nameOf }: S3Bucket,
  key: string,
  { header, etag, signal }: { header?: string; etag?: string | undefined; signal?: AbortSignal | undefined },
): Promise<GetObjectCommandOutput> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: nameOf(key),
    ...(header ? { Range: header } : {}),
    // The bytes of another version would not match what was read before.
    ...(etag ? { IfMatch: etag } : {}),
  });
  try {
    return await client.send(command, signal ? { abortSignal: signal } : {});
  } catch (error) {
    if (isMissing(error)) throw new AppError('media_missing');
    throw plainError(error, 'reading a file', signal);
  }
}

/** In Node.js the client's body is a stream; its types leave that open. */
function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) return Readable.from([]);
  // An error shows as a missing piece; without a listener it would end the process.
  Body.on('error', () => undefined);
  return Body;
}
