import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type Part,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isUnknownUpload, plainError, type S3Bucket } from './s3-client.ts';

/** A part that the store has, or is about to. */
export type SentPart = Pick<CompletedPart, 'PartNumber' | 'ETag'>;

/** A multipart upload that has begun. */
export interface BegunUpload {
  /** The object name in the bucket. */
  name: string;
  uploadId: string;
}

/** Begins a multipart upload; returns its id. */
export async function beginUpload(s3: S3Bucket, name: string, signal?: AbortSignal): Promise<string> {
  try {
    const command = new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: name });
    const { UploadId } = await s3.client.send(command, signal ? { abortSignal: signal } : {});
    if (!UploadId) throw new Error('NoUploadId');
    return UploadId;
  } catch (error) {
    throw plainError(error, 'beginning a file', signal);
  }
}

/** Sends one part; returns its ETag. */
export async function sendPart(
  s3: S3Bucket,
  { name, uploadId, number, body }: BegunUpload & { number: number; body: Buffer },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const command = new UploadPartCommand({
    Bucket: s3.bucket,
    Key: name,
    UploadId: uploadId,
    PartNumber: number,
    Body: body,
  });
  try {
    const options = { requestTimeout: s3.patience.partMs, ...(signal ? { abortSignal: signal } : {}) };
    return (await s3.client.send(command, options)).ETag;
  } catch (error) {
    throw plainError(error, 'writing a part', signal);
  }
}

/** Assembles the file from its parts; accepts a file that an earlier attempt, whose response was lost, has already assembled. */
export async function completeUpload(
  s3: S3Bucket,
  { name, uploadId, parts, sizeBytes }: BegunUpload & { parts: SentPart[]; sizeBytes: number },
): Promise<void> {
  const command = new CompleteMultipartUploadCommand({
    Bucket: s3.bucket,
    Key: name,
    UploadId: uploadId,
    MultipartUpload: { Parts: parts },
  });
  try {
    await s3.client.send(command, { requestTimeout: s3.patience.partMs });
  } catch (error) {
    if (isUnknownUpload(error) && (await sizeOf(s3, name)) === sizeBytes) return;
    throw plainError(error, 'completing a file');
  }
}

/** The size of a file; undefined if it does not exist or the store does not say. */
export async function sizeOf(s3: S3Bucket, name: string): Promise<number | undefined> {
  const head = s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: name }));
  return (await head.catch(() => undefined))?.ContentLength;
}

/** Discards the parts if possible; what remains is removed by the sweep or the bucket's lifecycle rule. */
export async function abortUpload(s3: S3Bucket, { name, uploadId }: BegunUpload): Promise<void> {
  const command = new AbortMultipartUploadCommand({ Bucket: s3.bucket, Key: name, UploadId: uploadId });
  await s3.client.send(command).catch(() => undefined);
}

/** Multipart uploads in progress whose names have this prefix. */
export async function* listUploads(
  s3: S3Bucket,
  prefix: string,
): AsyncGenerator<BegunUpload & { begunAt: Date }> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const command = new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: prefix, ...after });
    const page = await s3.client.send(command).catch((error: unknown) => {
      throw plainError(error, 'listing unfinished files');
    });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId) yield { name: Key, uploadId: UploadId, begunAt: Initiated ?? new Date() };
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** The parts of a multipart upload that the store has, in order; undefined if it does not know the upload. */
export async function listS3Parts(
  s3: S3Bucket,
  { name, uploadId }: BegunUpload,
): Promise<Part[] | undefined> {
  const found: Part[] = [];
  let after: string | undefined;
  try {
    do {
      const page = await s3.client.send(
        new ListPartsCommand({
          Bucket: s3.bucket,
          Key: name,
          UploadId: uploadId,
          ...(after ? { PartNumberMarker: after } : {}),
        }),
      );
      found.push(...(page.Parts ?? []));
      after = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (after);
  } catch (error) {
    if (isUnknownUpload(error)) return undefined;
    throw plainError(error, 'listing the parts of a file');
  }
  return found;
}
