import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { fileTooLarge } from '../app-error.ts';
import { hashMeter } from './content-hash.ts';
import { plainError, type S3Bucket } from './s3-client.ts';
import { abortUpload, beginUpload, completeUpload, type SentPart, sendPart } from './s3-multipart.ts';
import type { PutOptions, WrittenFile } from './store.ts';

/** All parts but the last have this size, which some stores require; at most 10,000 are allowed: 80 GB. */
const PART_BYTES = 8 << 20;
/** Parts in flight at once; each stays in memory until the store has it, so that it can be sent again. */
const LANES = 2;

/** Writes a stream of unknown length: in one call if it is short, else as a multipart upload that is aborted on any failure. */
export async function putToS3(
  s3: S3Bucket,
  key: string,
  { bytes, maxBytes, signal }: PutOptions & { bytes: Readable },
): Promise<WrittenFile> {
  const failed = new AbortController();
  const ended = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const name = s3.nameOf(key);
  const lanes = new Set<Promise<void>>();
  const sent: SentPart[] = [];
  let contentHash = '';
  const hashing = hashMeter((sha256) => {
    contentHash = sha256;
  });
  let sizeBytes = 0;
  let uploadId: string | undefined;

  async function send(body: Buffer): Promise<void> {
    uploadId ??= await beginUpload(s3, name, ended);
    const part = { name, uploadId, number: sent.length + 1 };
    const place: SentPart = { PartNumber: part.number, ETag: undefined };
    sent.push(place);
    const lane = sendPart(s3, { ...part, body }, ended).then((etag) => {
      place.ETag = etag;
      lanes.delete(lane);
    });
    lanes.add(lane);
    // Its failure is handled below, where the lanes are awaited.
    lane.catch(() => undefined);
    if (lanes.size >= LANES) await Promise.race(lanes);
  }

  try {
    await pipeline(
      bytes,
      hashing,
      async (source: AsyncIterable<Buffer>) => {
        let held: Buffer | undefined;
        for await (const part of inParts(source)) {
          sizeBytes += part.length;
          if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes);
          if (held) await send(held);
          held = part;
        }
        if (uploadId === undefined) return putWhole(s3, name, held ?? Buffer.alloc(0), ended);
        if (held) await send(held);
        await Promise.all(lanes);
      },
      { signal: ended },
    );
    if (uploadId !== undefined) await completeUpload(s3, { name, uploadId, parts: sent, sizeBytes });
  } catch (error) {
    failed.abort();
    await Promise.allSettled(lanes);
    if (uploadId !== undefined) await abortUpload(s3, { name, uploadId });
    throw error;
  }
  return { sizeBytes, contentHash };
}

/** Cuts pieces of any size into parts of one size; the last part is the remainder. */
async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  for await (let piece of source) {
    while (piece.length > 0) {
      const copied = piece.copy(part, filled);
      filled += copied;
      piece = piece.subarray(copied);
      if (filled < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield Buffer.from(part.subarray(0, filled));
}

async function putWhole(s3: S3Bucket, name: string, body: Buffer, signal: AbortSignal): Promise<void> {
  try {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: name, Body: body }), {
      abortSignal: signal,
      requestTimeout: s3.patience.partMs,
    });
  } catch (error) {
    throw plainError(error, 'writing a file', signal);
  }
}
