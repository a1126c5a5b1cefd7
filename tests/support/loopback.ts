import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer as readAll } from 'node:stream/consumers';

/**
 * A received request. The body is parsed from JSON or a form, is a Buffer for any other content type, and null if there
 * is none.
 */
export interface ArrivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

/** A server on a free port of this machine. */
export interface Loopback {
  url: string;
  /** The received requests, in order of arrival. */
  requests: ArrivedRequest[];
  close(): Promise<void>;
}

/** Starts a server whose responses are written by the handler, on a free port unless one is given. */
export async function startLoopback(
  handle: (request: ArrivedRequest, response: ServerResponse) => Promise<void> | void,
  listenPort = 0,
): Promise<Loopback> {
  const requests: ArrivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const sent = await readAll(incoming).catch(() => Buffer.alloc(0));
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: readBody(sent, incoming.headers['content-type'] ?? ''),
    };
    requests.push(request);
    await handle(request, response);
  });
  server.listen(listenPort, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readBody(sent: Buffer, type: string): unknown {
  if (sent.length === 0) return null;
  if (type === 'application/octet-stream' || type.startsWith('multipart/form-data')) return sent;
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(sent.toString()));
  }
  return JSON.parse(sent.toString());
}

/** Sends a JSON response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Writes the head of a server-sent event stream. */
export function beginEvents(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
}

/** Breaks the connection in the middle of the response, after the data written so far has been sent. */
export function breakOff(response: ServerResponse): void {
  response.write(': about to break\n\n', () => response.socket?.destroy());
}
