import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { sendError } from './error-handler.ts';

/** How long a connection that is refused may take to end by itself. */
const FAREWELL_MS = 2000;

/** What Fastify and Node would answer in words of their own, before a route is found or anything can be read: in the contract's shape. */
export const UNREADABLE = {
  frameworkErrors: (error, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error;
    // An address that cannot be read, or is too long, names nothing.
    sendError(reply, new AppError(statusCode < 500 ? 'not_found' : 'internal', { cause: error }));
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => refuseConnection(error, socket),
} satisfies FastifyServerOptions;

/** Answers what is no HTTP, or came too slowly, and ends the connection: what comes after it cannot be told apart from it. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codeOf(error);
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // Whoever sends more does not get to read the answer, unless it is taken.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const late = setTimeout(() => socket.destroy(), FAREWELL_MS);
  socket.once('close', () => clearTimeout(late));
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 'too_large' : 'invalid_input';
}

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Whether a request opens a WebSocket at a path. Whatever else asks to speak another protocol is answered as if it had not: a connection
 * that is handed over is nobody's, and would stay open for as long as the other side likes.
 */
export function opensWebSocket({ method, url = '', headers }: IncomingMessage, path: string): boolean {
  return (
    method === 'GET' &&
    url.split('?', 1)[0] === path &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13'
  );
}
