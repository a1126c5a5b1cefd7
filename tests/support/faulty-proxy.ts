import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What happens to a request on its way. */
export type Fault =
  | { kind: 'pass' }
  /** The proxy answers with this status itself. */
  | { kind: 'status'; status: number }
  /** The connection is reset before any response. */
  | { kind: 'reset' }
  /** There is never a response. */
  | { kind: 'silent' }
  /** The request is carried out, but the response is lost. */
  | { kind: 'lose-answer' }
  /** The request is passed on after a delay, and the body of the response arrives in small pieces with pauses between them. */
  | { kind: 'slow'; delayMs: number; pieceBytes: number; pauseMs: number }
  /** The body of the response ends after this many bytes: the connection is reset, or stays silent. */
  | { kind: 'cut'; afterBytes: number; end: 'reset' | 'silent' };

export interface FaultyProxy {
  url: string;
  /** All requests in order: '<method> <path with query>'. */
  requests: string[];
  /** Sets the function that chooses the fault of each request from now on; `again` is the number of requests it has already seen. */
  decide(choose: (request: IncomingMessage, again: number) => Fault): void;
  close(): Promise<void>;
}

const PASS: Fault = { kind: 'pass' };

/** Starts an HTTP proxy on a free port in front of a server that checks signatures, so it passes requests on unchanged. */
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
  // Swift sends a body with its response to HEAD, which breaks the connection after the response is complete.
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
