import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '../app-error.ts';
import { partCount, partSize } from './keys.ts';
import { type S3Bucket, signedFor } from './s3-client.ts';
import {
  abortUpload,
  type BegunUpload,
  beginUpload,
  completeUpload,
  listS3Parts,
  listUploads,
  type SentPart,
  sendPart,
  sizeOf,
} from './s3-multipart.ts';
import { sizeLimit } from './size-limit.ts';
import type { MediaStore, PartedFile, PartedFiles, StoreAddresses } from './store.ts';

/** A file in parts is a multipart upload. The store itself finds it by the file's name, so nothing else has to be remembered. */
export function openS3Parts(
  s3: S3Bucket,
): PartedFiles & Pick<MediaStore, 'sweep'> & { addresses: StoreAddresses['parts'] } {
  return {
    arrived: async (file) => {
      const parts = await arrived(s3, file, await begun(s3, file));
      return parts.map(({ PartNumber }) => PartNumber ?? 0);
    },
    put: (file, number, bytes, signal) => put(s3, file, { number, bytes, signal }),
    join: (file) => join(s3, file),
    remove: async ({ key }) => {
      const name = s3.nameOf(key);
      for await (const upload of listUploads(s3, name))
        if (upload.name === name) await abortUpload(s3, upload);
    },
    sweep: (before) => sweep(s3, before),
    addresses: async (file, numbers, expiresMs) => {
      const { name, uploadId } = await begun(s3, file);
      const sign = (number: number) =>
        getSignedUrl(
          s3.client,
          new UploadPartCommand({
            Bucket: s3.bucket,
            Key: name,
            UploadId: uploadId,
            PartNumber: number,
            ContentLength: partSize(file, number),
          }),
          signedFor(s3, expiresMs),
        );
      return Promise.all(numbers.map(sign));
    },
  };
}

/** The file's multipart upload, begun if there is none. If two were begun at once, both callers use the same one. */
async function begun(s3: S3Bucket, file: PartedFile): Promise<BegunUpload> {
  const name = s3.nameOf(file.key);
  const there = await find(s3, name);
  if (there) return there;
  const mine = { name, uploadId: await beginUpload(s3, name) };
  return (await find(s3, name)) ?? mine;
}

/** The oldest upload of this name. */
async function find(s3: S3Bucket, name: string): Promise<BegunUpload | undefined> {
  const all: (BegunUpload & { begunAt: Date })[] = [];
  for await (const upload of listUploads(s3, name)) if (upload.name === name) all.push(upload);
  all.sort((a, b) => a.begunAt.getTime() - b.begunAt.getTime() || (a.uploadId < b.uploadId ? -1 : 1));
  return all[0];
}

/** The parts that have arrived with the right size. */
async function arrived(s3: S3Bucket, file: PartedFile, upload: BegunUpload): Promise<SentPart[]> {
  const there = (await listS3Parts(s3, upload)) ?? [];
  return there
    .filter(
      ({ PartNumber = 0, Size }) => PartNumber <= partCount(file) && Size === partSize(file, PartNumber),
    )
    .map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
}

async function put(
  s3: S3Bucket,
  file: PartedFile,
  { number, bytes, signal }: { number: number; bytes: Readable; signal: AbortSignal | undefined },
): Promise<void> {
  const size = partSize(file, number);
  const limit = sizeLimit(size);
  let body = Buffer.alloc(0);
  await pipeline(
    bytes,
    limit.stream,
    async (source) => {
      body = await buffer(source);
    },
    signal ? { signal } : {},
  );
  if (body.length < size) throw new AppError('upload_incomplete');
  await sendPart(s3, { ...(await begun(s3, file)), number, body }, signal);
}

async function join(s3: S3Bucket, file: PartedFile): Promise<{ sizeBytes: number }> {
  const { sizeBytes } = file;
  const upload = await find(s3, s3.nameOf(file.key));
  const parts = upload ? await arrived(s3, file, upload) : [];
  if (upload && parts.length === partCount(file)) {
    await completeUpload(s3, { ...upload, parts, sizeBytes });
    return { sizeBytes };
  }
  // Joined before, or at this moment by another call.
  if ((await sizeOf(s3, s3.nameOf(file.key))) === sizeBytes) return { sizeBytes };
  throw new AppError('upload_incomplete');
}

async function sweep(s3: S3Bucket, before: Date): Promise<void> {
  for await (const upload of listUploads(s3, s3.prefix)) {
    if (upload.begunAt < before) await abortUpload(s3, upload);
  }
}
