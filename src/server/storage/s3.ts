import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Settings } from '../config.ts';
import { DiskFull } from '../disk-full.ts';
import { checkedKey } from './keys.ts';
import {
  createS3Client,
  isMissing,
  plainError,
  S3_PATIENCE,
  type S3Bucket,
  type S3Patience,
  s3FailureOf,
  signedFor,
} from './s3-client.ts';
import { openS3Parts } from './s3-parts.ts';
import { putToS3 } from './s3-put.ts';
import { openReading } from './s3-read.ts';
import { type MediaStore, type StoredFile, StoreError } from './store.ts';

/** All our objects have this prefix; nothing else in the bucket is touched. */
const PREFIX = 'media/';

export interface S3StoreOptions {
  settings: S3Settings;
  /** Where copies for programs that need a path are kept while in use. */
  workDir: string;
  patience?: S3Patience;
  /** Milliseconds since 1970, for signed addresses; defaults to this machine's clock. */
  now?: () => number;
}

/** Files in a bucket of an S3-compatible service. Sends no request before it is used. */
export async function openS3Store({
  settings,
  workDir,
  patience = S3_PATIENCE,
  now = Date.now,
}: S3StoreOptions): Promise<MediaStore & { close(): void }> {
  const client = createS3Client(settings, patience);
  const { bucket } = settings;
  const s3: S3Bucket = {
    client,
    bucket,
    prefix: PREFIX,
    patience,
    now,
    nameOf: (key) => PREFIX + checkedKey(key),
  };
  const signedGet = (key: string, contentType: string, expiresMs: number) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: s3.nameOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: 'inline',
      }),
      signedFor(s3, expiresMs),
    );
  const parts = openS3Parts(s3);
  return {
    put: (key, bytes, options) => putToS3(s3, key, { bytes, ...options }),
    stat: (key) => statFile(s3, key),
    read: async (key, range) => (await openReading(s3, key, range ? { range } : {})).stream,
    remove: (key) => remove(s3, key),
    list: (prefix) => listFiles(s3, prefix),
    withLocalFile: (key, use, signal) => withLocalFile(s3, workDir, { key, use, signal }),
    sweep: parts.sweep,
    check: () => check(s3, settings),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    parts,
    addresses: {
      origin: new URL(await signedGet('x', 'audio/mpeg', 1000)).origin,
      put: (key, sizeBytes, expiresMs) =>
        getSignedUrl(
          client,
          // The length is part of the signature, so the store accepts no more than was asked for.
          new PutObjectCommand({ Bucket: bucket, Key: s3.nameOf(key), ContentLength: sizeBytes }),
          signedFor(s3, expiresMs),
        ),
      parts: parts.addresses,
      get: signedGet,
    },
    close: () => client.destroy(),
  };
}

async function statFile(s3: S3Bucket, key: string): Promise<StoredFile | undefined> {
  const command = new HeadObjectCommand({ Bucket: s3.bucket, Key: s3.nameOf(key) });
  try {
    const file = await s3.client.send(command);
    return {
      sizeBytes: file.ContentLength ?? 0,
      etag: file.ETag ?? '""',
      modifiedAt: file.LastModified ?? new Date(0),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw plainError(error, 'looking for a file');
  }
}

async function remove(s3: S3Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: s3.bucket, Key: s3.nameOf(key) });
  try {
    await s3.client.send(command);
  } catch (error) {
    if (!isMissing(error)) throw plainError(error, 'removing a file');
  }
}

async function* listFiles(s3: S3Bucket, prefix: string) {
  let after: string | undefined;
  do {
    const page = await s3.client
      .send(
        new ListObjectsV2Command({
          Bucket: s3.bucket,
          Prefix: PREFIX + prefix,
          ...(after ? { ContinuationToken: after } : {}),
        }),
      )
      .catch((error: unknown) => {
        throw plainError(error, 'listing files');
      });
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key && LastModified) yield { key: Key.slice(PREFIX.length), modifiedAt: LastModified };
    }
    after = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (after);
}

async function withLocalFile<Result>(
  s3: S3Bucket,
  workDir: string,
  {
    key,
    use,
    signal,
  }: { key: string; use: (path: string) => Promise<Result>; signal: AbortSignal | undefined },
): Promise<Result> {
  const bytes = await openReading(s3, key, { signal });
  // In its own folder: what a kill leaves behind is swept with the other working folders.
  const folder = join(workDir, `copy-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true });
    await refuseWithoutSpace(folder, bytes.sizeBytes);
    const path = join(folder, 'file');
    await pipeline(bytes.stream, createWriteStream(path), signal ? { signal } : {});
    return await use(path);
  } finally {
    bytes.stream.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseWithoutSpace(folder: string, sizeBytes: number): Promise<void> {
  const disk = await statfs(folder);
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes >= sizeBytes) return;
  const [needed, free] = [sizeBytes, freeBytes].map((bytes) => Math.ceil(bytes / 1e6));
  throw new DiskFull(`A copy of a recording needs ${needed} MB in ${folder}, where ${free} MB are free.`);
}

async function check(s3: S3Bucket, { bucket, endpoint, region }: S3Settings): Promise<string | undefined> {
  const key = `check-${randomBytes(8).toString('hex')}`;
  try {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: s3.nameOf(key), Body: 'x' }));
    await remove(s3, key);
    return undefined;
  } catch (error) {
    const reason = error instanceof StoreError ? error.message : s3FailureOf(error);
    return `the bucket "${bucket}" at ${endpoint ?? `Amazon, region ${region}`} cannot be written: ${reason}`;
  }
}
