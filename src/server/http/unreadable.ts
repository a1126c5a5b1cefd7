import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { sendError } from './error-handler.ts';

/** How long a refused connection may take to close by itself. */
const FAREWELL_MS = 2000;

/**
 * Gives the contract's shape to errors that Fastify and Node.js would otherwise answer in their own words, before a route is
 * found or anything can be read.
 */
export const UNREADABLE = {
  frameworkErrors: (error, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error;
    // An address that is malformed or too long names nothing.
    sendError(reply, new AppError(statusCode < 500 ? 'not_found' : 'internal', { cause: error }));
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => refuseConnection(error, socket),
} satisfies FastifyServerOptions;

/**
 * Responds to data that is not HTTP or arrived too slowly, and closes the connection, because the start of the next request cannot be
 * found.
 */
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
  // A client that is still sending reads the response only if its bytes are accepted.
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
 * Whether a request opens a WebSocket at a path. Any other protocol upgrade is answered as if it had not been requested: nobody
 * would own the upgraded connection, and it would stay open for as long as the client likes.
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
