import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import type { MediaStore } from '../storage/store.ts';
import { parseRange } from './range.ts';

interface ServedFile {
  /** Undefined: there is no file. */
  key: string | undefined;
  mimeType: string;
  /** Defaults to 'inline'. */
  disposition?: string;
  /** The error if there is no file. */
  missing: ErrorCode;
}

/** Responds with a stored file, or the part of it that Range requests. Throws an AppError `missing`. */
export async function sendStoredFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  store: MediaStore,
  { key, mimeType, disposition = 'inline', missing }: ServedFile,
): Promise<FastifyReply> {
  const file = key === undefined ? undefined : await store.stat(key);
  if (key === undefined || !file) throw new AppError(missing);
  const isKnown = request.headers['if-none-match'] === file.etag;
  const range = wantsRange(request, file.etag)
    ? parseRange(request.headers.range, file.sizeBytes)
    : undefined;
  const hasBody = request.method !== 'HEAD' && !isKnown && range !== 'unsatisfiable';
  // Before any header is set: an error response must not be cached for an hour.
  const bytes = hasBody ? await store.read(key, range) : undefined;
  reply.headers({
    'content-type': mimeType,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'cache-control': 'private, max-age=3600',
    'content-disposition': disposition,
    // Whatever the bytes are, they must never act as a page of ours.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (isKnown) return reply.code(304).send();
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  }
  const length = range ? range.end - range.start + 1 : file.sizeBytes;
  reply.code(range ? 206 : 200).header('content-length', length);
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  return reply.send(bytes);
}

/** A part of another version of the file would not match what the browser has: If-Range then requests the whole. */
function wantsRange(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}
