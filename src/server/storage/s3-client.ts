import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../config.ts';
import { StoreError } from './store.ts';

/** How long the store may take; tests are more impatient. */
export interface S3Patience {
  /** For one try of a call that carries little, and between two pieces of a file that is read. */
  answerMs: number;
  /** For one try of a call that carries a part. */
  partMs: number;
  attempts: number;
}

export const PATIENCE: S3Patience = { answerMs: 20_000, partMs: 120_000, attempts: 5 };

/** What the files of an S3 store share. */
export interface S3Bucket {
  client: S3Client;
  bucket: string;
  /** What the names of all our files in the bucket begin with. */
  prefix: string;
  patience: S3Patience;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A key's name in the bucket; throws for what is no key. */
  nameOf: (key: string) => string;
}

/** The official client, which tries again by itself: on 5xx, 429 and lost connections, later each time. */
export function createS3Client(settings: S3Settings, { answerMs, attempts }: S3Patience): S3Client {
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Stores that are not Amazon's refuse what the client adds by default, or store it as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: 5000, requestTimeout: answerMs, throwOnRequestTimeout: true },
  });
}

/** Whether the store says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

/** Whether the store says that it does not know a multipart upload: it was completed or aborted. */
export function isUnknownUpload(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload';
}

/**
 * An error of the client without what it carries: answers of the store quote keys and signatures. The reason of the signal where that
 * ended the call.
 */
export function plainError(error: unknown, doing: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  return new StoreError(`The media store failed ${doing}: ${reasonOf(error)}`);
}

/** What went wrong, in a few words that hold no secret. */
export function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 'no status';
    return error.name === String(status) || error.name === 'UnknownError'
      ? `${status}`
      : `${status} ${error.name}`;
  }
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code === 'TimeoutError' || code === 'ETIMEDOUT' ? 'no answer in time' : code;
}

/** How an address is signed that is good for so long from now. */
export function signedFor({ now }: Pick<S3Bucket, 'now'>, expiresMs: number) {
  return { expiresIn: expiresMs / 1000, signingDate: new Date(now()) };
}
