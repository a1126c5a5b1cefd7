import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 200;
/** How long a proxy may go on sending requests on its open connections: each is answered, and is the last on its connection. */
const LAST_REQUESTS_MS = 1000;
const connections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>();
const draining = new WeakSet<FastifyInstance>();

/** Keeps track of an application's connections: Node.js forgets those that became WebSockets, but still waits for them to end. */
export function rememberConnections(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close');
  });
  const open = new Set<Socket>();
  connections.set(app, open);
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Accepts no new connections, lets requests in progress finish, and closes what has not finished after `limitMs`. */
export async function drain(app: FastifyInstance, limitMs: number): Promise<void> {
  await answerLastRequests(app, Math.min(LAST_REQUESTS_MS, limitMs));
  // A keep-alive connection becomes idle only when its current request has finished.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const late = setTimeout(() => {
    app.server.closeAllConnections();
    for (const socket of connections.get(app) ?? []) socket.destroy();
  }, limitMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/**
 * A proxy keeps connections open, and may send a request at the very moment when one is closed; it cannot know then whether a
 * retry is safe. Therefore new connections are refused first, so that the proxy turns to another node, and idle ones are closed
 * only a moment later.
 */
async function answerLastRequests(app: FastifyInstance, limitMs: number): Promise<void> {
  draining.add(app);
  if (!app.server.listening) return;
  const allClosed = new Promise<void>((resolve) => {
    // The HTTP server's own `close` would also close idle connections.
    Server.prototype.close.call(app.server, () => resolve());
  });
  await Promise.race([allClosed, delay(limitMs, undefined, { ref: false })]);
}
