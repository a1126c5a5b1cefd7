import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What becomes of a request on its way. */
export type Fault =
  | { kind: 'pass' }
  /** Answered by the proxy itself. */
  | { kind: 'status'; status: number }
  /** The connection breaks before anything has come. */
  | { kind: 'reset' }
  /** Nobody ever answers. */
  | { kind: 'silent' }
  /** The request is done, but its answer is lost. */
  | { kind: 'lose-answer' }
  /** Passed on after so many milliseconds, and the answer's body comes in small pieces with pauses between them. */
  | { kind: 'slow'; delayMs: number; pieceBytes: number; pauseMs: number }
  /** So many bytes of the answer's body come, then the connection breaks, or nothing comes any more. */
  | { kind: 'cut'; afterBytes: number; end: 'reset' | 'silent' };

export interface FaultyProxy {
  url: string;
  /** Of each request, in their order: '<method> <path with query>'. */
  requests: string[];
  /** Decides about each request from now on; `again` counts those that it has seen. */
  decide(choose: (request: IncomingMessage, again: number) => Fault): void;
  close(): Promise<void>;
}

const PASS: Fault = { kind: 'pass' };

/** An HTTP proxy on a free port, before a server that checks signatures: what it passes on, it passes unchanged. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let choose: (request: IncomingMessage, again: number) => Fault = () => PASS;
  let seen = 0;
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const fault = choose(incoming, seen);
    seen += 1;
    if (fault.kind === 'reset') incoming.socket.destroy();
    else if (fault.kind === 'silent') incoming.resume();
    else if (fault.kind === 'status') {
      incoming.resume();
      response.writeHead(fault.status).end();
    } else if (fault.kind === 'slow') {
      setTimeout(() => passOn(target, incoming, response, fault), fault.delayMs);
    } else passOn(target, incoming, response, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    decide: (next) => {
      choose = next;
      seen = 0;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function passOn(target: string, incoming: IncomingMessage, response: ServerResponse, fault: Fault): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = incoming;
  const onward = ask({ hostname, port, method, path: url, headers, agent: false });
  // Swift sends a body with its answer to HEAD, at which the connection breaks when all has been said.
  onward.on('error', () => response.writableEnded || response.destroy());
  onward.on('response', (answer) => {
    if (fault.kind === 'lose-answer') {
      answer.resume().once('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (method === 'HEAD') {
      response.end();
      return;
    }
    if (fault.kind === 'slow') {
      trickle(answer, response, fault).catch(() => response.destroy());
      return;
    }
    if (fault.kind !== 'cut') {
      answer.pipe(response);
      return;
    }
    let left = fault.afterBytes;
    answer.on('data', (piece: Buffer) => {
      if (left <= 0) return;
      const part = piece.subarray(0, left);
      left -= part.length;
      response.write(part, () => {
        if (left <= 0 && fault.end === 'reset') incoming.socket.destroy();
      });
    });
  });
  incoming.pipe(onward);
}

async function trickle(
  answer: IncomingMessage,
  response: ServerResponse,
  { pieceBytes, pauseMs }: { pieceBytes: number; pauseMs: number },
): Promise<void> {
  for await (const piece of answer as AsyncIterable<Buffer>) {
    for (let at = 0; at < piece.length; at += pieceBytes) {
      response.write(piece.subarray(at, at + pieceBytes));
      await delay(pauseMs);
    }
  }
  response.end();
}
