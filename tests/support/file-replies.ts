import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ArrivedRequest } from './loopback.ts';

/** How a server sends a file. */
export type FileReply =
  | { kind: 'file'; bytes: Buffer; type?: string; ranges?: boolean; etag?: string; modified?: string }
  /** Breaks the connection after `at` bytes, the first `times` times; after that, sends the whole file. */
  | { kind: 'breaking'; bytes: Buffer; at: number; times: number; ranges?: boolean; etag?: string }
  /** Sends `at` bytes, then nothing until `opened` resolves. */
  | { kind: 'held'; bytes: Buffer; at: number; opened: Promise<void>; etag?: string }
  /** Declares one length and sends another. */
  | { kind: 'declaring'; bytes: Buffer; length: number; ranges?: boolean; etag?: string }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'redirect'; to: string }
  | { kind: 'endless' }
  /** Sends this many bytes of zeros, compressed. */
  | { kind: 'bomb'; bytes: number; type?: string };

const ZEROS = Buffer.alloc(1 << 20);
const AUDIO = 'audio/mpeg';

/** Writes one reply; supports Range requests (RFC 9110) if the reply allows them. */
export async function sendFile(
  request: ArrivedRequest,
  response: ServerResponse,
  reply: FileReply,
): Promise<void> {
  switch (reply.kind) {
    case 'status':
      response.writeHead(reply.status, reply.headers).end('no');
      return;
    case 'redirect':
      response.writeHead(302, { location: reply.to }).end();
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': AUDIO });
      await pipeline(Readable.from(zerosForEver()), response).catch(() => undefined);
      return;
    case 'bomb': {
      response.writeHead(200, { 'content-type': reply.type ?? AUDIO, 'content-encoding': 'gzip' });
      const pieces = Array.from({ length: Math.ceil(reply.bytes / ZEROS.length) }, () => ZEROS);
      await pipeline(Readable.from(pieces), createGzip({ level: 1 }), response).catch(() => undefined);
      return;
    }
    case 'held': {
      const rest = beginFile(request, response, { ...reply, ranges: true });
      if (rest === undefined) return;
      response.write(rest.subarray(0, reply.at));
      await reply.opened;
      response.end(rest.subarray(reply.at));
      return;
    }
    case 'breaking': {
      const rest = beginFile(request, response, reply);
      if (rest === undefined) return;
      if (reply.times <= 0) return void response.end(rest);
      reply.times -= 1;
      response.write(rest.subarray(0, reply.at), () => response.socket?.destroy());
      return;
    }
    case 'declaring': {
      const rest = beginFile(request, response, reply, reply.length);
      if (rest === undefined) return;
      response.write(rest, () => response.socket?.destroy());
      return;
    }
    case 'file': {
      const rest = beginFile(request, response, reply);
      if (rest !== undefined) response.end(rest);
    }
  }
}

interface Served {
  bytes: Buffer;
  type?: string;
  ranges?: boolean;
  etag?: string;
  modified?: string;
}

function* zerosForEver() {
  for (;;) yield ZEROS;
}

/** Writes the head of a response and returns the bytes that must follow; undefined if the response has ended already. */
function beginFile(
  { headers }: ArrivedRequest,
  response: ServerResponse,
  { bytes, type = AUDIO, ranges = false, etag, modified }: Served,
  length = bytes.length,
): Buffer | undefined {
  const validators = {
    ...(etag ? { etag } : {}),
    ...(modified ? { 'last-modified': modified } : {}),
    'content-type': type,
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  const isSame = condition === undefined || condition === etag || condition === modified;
  if (!ranges || first === undefined || !isSame) {
    response.writeHead(200, { ...validators, 'content-length': length });
    return bytes;
  }
  const start = Number(first);
  if (start >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return undefined;
  }
  const end = last ? Math.min(Number(last) + 1, bytes.length) : bytes.length;
  response.writeHead(206, {
    ...validators,
    'content-range': `bytes ${start}-${end - 1}/${bytes.length}`,
    'content-length': end - start,
  });
  return bytes.subarray(start, end);
}
