import { randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Random } from '../random.ts';
import type { WireRequest } from './requests.ts';

/** No response takes this long, even on a busy machine. */
export const ANSWER_MS = 45_000;

export interface Answer {
  /** 0: the connection was closed without an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one request after another over real connections. */
export interface Wire {
  /** Rejects if the response has not arrived and ended in time. */
  send(request: WireRequest, options: { random: Random; isEndless?: boolean }): Promise<Answer>;
  close(): void;
}

/** Opens connections to a server on this machine. */
export function openWire(host: string): Wire {
  const [hostname, port] = host.split(':');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async send({ method, target, headers, body }, { random, isEndless = false }) {
      const late = AbortSignal.timeout(ANSWER_MS);
      // A request that leaves HTTP or whose body has a wrong length gets a connection of its own.
      const isAlone = 'upgrade' in headers || 'content-length' in headers;
      const hasLength = isAlone || 'transfer-encoding' in headers || body === undefined;
      const outgoing = send({
        hostname,
        port,
        method,
        path: target,
        headers: hasLength ? headers : { ...headers, 'content-length': body.length },
        signal: late,
        agent: isAlone ? false : agent,
      });
      const answered = new Promise<Answer>((resolve, reject) => {
        outgoing.once('error', (error: NodeJS.ErrnoException) => {
          if (late.aborted) reject(new Error(`There was no answer within ${ANSWER_MS} ms.`));
          else if (WAS_CLOSED.has(error.code ?? ''))
            resolve({ status: 0, headers: {}, body: Buffer.alloc(0) });
          else reject(error);
        });
        outgoing.once('response', (response) => read(response, isEndless).then(resolve, reject));
        outgoing.once('upgrade', (response, socket) =>
          misuse(socket, random, late).then(
            () => resolve({ status: 101, headers: response.headers, body: Buffer.alloc(0) }),
            reject,
          ),
        );
      });
      outgoing.end(body);
      return answered;
    },
    close: () => agent.destroy(),
  };
}

const WAS_CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

async function read(response: IncomingMessage, isEndless: boolean): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  const parts: Buffer[] = [];
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  try {
    for await (const part of response) {
      parts.push(part);
      if (isEndless && isStream) break;
    }
  } catch (cause) {
    throw new Error(`The answer ${status} did not end.`, { cause });
  }
  const body = Buffer.concat(parts);
  return { status, headers, body: headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body };
}

/** WebSocket frames that no browser sends. The last one closes the connection. */
const FRAMES: readonly (() => Buffer)[] = [
  // Audio: an odd number of bytes, none, and a lot.
  () => frame(0x82, randomBytes(7)),
  () => frame(0x82, Buffer.alloc(0)),
  () => frame(0x82, randomBytes(100_000)),
  () => frame(0x81, Buffer.from('not what is waited for')),
  () => frame(0x81, Buffer.from([0xff, 0xfe])),
  () => frame(0x89, Buffer.from('ping')),
  () => frame(0x02, randomBytes(10)),
  () => frame(0x83, Buffer.from('reserved')),
  () => frame(0xf2, Buffer.from('reserved bits')),
  () => Buffer.from([0x82, 3, 1, 2, 3]),
  () => Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  () => frame(0x88, Buffer.from([0, 1])),
];

async function misuse(socket: Duplex, random: Random, late: AbortSignal): Promise<void> {
  // Being disconnected is a valid response.
  socket.on('error', () => undefined);
  socket.resume();
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    late.addEventListener('abort', () => reject(new Error('The WebSocket was not closed.')));
  });
  for (const make of FRAMES) {
    if (socket.writable && random.chance(0.4)) socket.write(make());
  }
  if (socket.writable) socket.end(frame(0x88, Buffer.from([0x03, 0xe8])));
  await closed;
}

/** A frame with a mask of zeros. */
function frame(first: number, content: Buffer): Buffer {
  const length =
    content.length < 126
      ? Buffer.from([0x80 | content.length])
      : content.length < 65_536
        ? Buffer.from([0x80 | 126, content.length >> 8, content.length & 0xff])
        : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), uint32(content.length)]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
