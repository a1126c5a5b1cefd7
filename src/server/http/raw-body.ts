import { Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fileTooLarge } from '../app-error.ts';
import { whenClosed } from './when-closed.ts';

const DISCARD_MS = 30_000;

/** The bytes of a request as they arrive. */
export interface ArrivingBytes {
  bytes: Readable;
  /** Aborted when the connection is lost before the last byte. */
  signal: AbortSignal;
}

/** Registers routes without body parsers: they read the bytes themselves, with `receiveBytes`. */
export function withoutParsers(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    routes(scope);
  });
}

/** Receives a request's bytes, as `answerBytes` does, and responds with 204. */
export async function receiveBytes(
  exchange: { request: FastifyRequest; reply: FastifyReply },
  maxBytes: number,
  receive: (body: ArrivingBytes) => Promise<void>,
): Promise<FastifyReply> {
  return answerBytes(exchange, { maxBytes, tooLarge: () => fileTooLarge(maxBytes) }, async (body) => {
    await receive(body);
    exchange.reply.code(204);
  });
}

/**
 * Receives a request's bytes and responds with what is made of them. A body whose declared length is too large is not read at all: the
 * connection closes with the response, which is the error that `tooLarge` makes.
 */
export async function answerBytes(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => AppError },
  receive: (body: ArrivingBytes) => Promise<unknown>,
): Promise<FastifyReply> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    reply.header('connection', 'close');
    throw tooLarge();
  }
  const signal = requestDisconnectSignal(request);
  try {
    return reply.send(await receive({ bytes: bytesOf(request), signal }));
  } catch (error) {
    return refuseBytes({ request, reply, signal }, error);
  }
}

/** A failing reader destroys this stream; the request itself must survive to be answered. */
function bytesOf({ raw }: FastifyRequest): Readable {
  const bytes = new PassThrough();
  // The connection may be lost before anybody reads; whoever reads then gets the error.
  bytes.on('error', () => undefined);
  whenClosed(raw, () => raw.complete || bytes.destroy(new Error('The connection was lost.')));
  return raw.pipe(bytes);
}

/** The bytes of a file in a form; 'upload_incomplete' if the form ends within the file, which is the sender's fault. */
export function fileBytes(file: Readable): Readable {
  return Readable.from(
    (async function* () {
      try {
        yield* file;
      } catch (cause) {
        throw new AppError('upload_incomplete', { cause });
      }
    })(),
    { objectMode: false },
  );
}

/** Aborted when the connection is lost before the whole request has arrived. */
export function requestDisconnectSignal(request: FastifyRequest): AbortSignal {
  const lost = new AbortController();
  whenClosed(request.raw, () => {
    if (!request.raw.complete) lost.abort(new Error('The connection was lost.'));
  });
  return lost.signal;
}

/** Aborted when the connection is lost before the response has been sent: nobody waits any more. */
export function replyDisconnectSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(reply.raw, () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The caller has gone.'));
  });
  return gone.signal;
}

/** Responds with a failure while unwanted bytes may still be arriving; does nothing if the client has disconnected. */
export function refuseBytes(
  { request, reply, signal }: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
  error: unknown,
): FastifyReply {
  if (signal.aborted && !(error instanceof AppError)) return reply.hijack();
  discardRest(request);
  throw error;
}

/** Most clients read a response only after sending everything, so for a while we let them. */
function discardRest({ raw }: FastifyRequest): void {
  if (raw.complete || raw.readableEnded || raw.destroyed) return;
  const { socket } = raw;
  const late = setTimeout(() => socket instanceof Socket && socket.destroy(), DISCARD_MS).unref();
  for (const event of ['end', 'close'] as const) raw.once(event, () => clearTimeout(late));
  raw.on('error', () => undefined);
  raw.unpipe();
  raw.resume();
}
