import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../config.ts';
import { StoreError } from './store.ts';

/** Time limits of the store; tests use shorter ones. */
export interface S3Patience {
  /** For one attempt of a call with a small body, and between two pieces of a file being read. */
  answerMs: number;
  /** For one attempt of a call that carries a part. */
  partMs: number;
  attempts: number;
}

export const S3_PATIENCE: S3Patience = { answerMs: 20_000, partMs: 120_000, attempts: 5 };

/** What the modules of an S3 store share. */
export interface S3Bucket {
  client: S3Client;
  bucket: string;
  /** The prefix of all our objects in the bucket. */
  prefix: string;
  patience: S3Patience;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A key's object name in the bucket; throws for an invalid key. */
  nameOf: (key: string) => string;
}

/** The official client, which retries 5xx, 429 and lost connections by itself, with growing pauses. */
export function createS3Client(settings: S3Settings, { answerMs, attempts }: S3Patience): S3Client {
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Stores other than Amazon's reject the checksums that the client adds by default, or store them as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: 5000, requestTimeout: answerMs, throwOnRequestTimeout: true },
  });
}

/** Whether the store says that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

/** Whether the store says that it does not know a multipart upload: it was completed or aborted. */
export function isUnknownUpload(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchUpload';
}

/**
 * A client error without its payload, because responses of the store quote keys and signatures; or the signal's reason if the
 * signal ended the call.
 */
export function plainError(error: unknown, doing: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  return new StoreError(`The media store failed ${doing}: ${s3FailureOf(error)}`);
}

/** What went wrong, in a few words without secrets. */
export function s3FailureOf(error: unknown): string {
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

/** The options for signing an address that is valid for this long from now. */
export function signedFor({ now }: Pick<S3Bucket, 'now'>, expiresMs: number) {
  return { expiresIn: expiresMs / 1000, signingDate: new Date(now()) };
}
