import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 200;
/** How long a proxy may go on sending requests on connections that it has: each is answered, and is the last on its connection. */
const LAST_REQUESTS_MS = 1000;
const connections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>();
const draining = new WeakSet<FastifyInstance>();

/** Keeps track of an application's connections: Node forgets those that became WebSockets, and waits for their end all the same. */
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

/** Takes no new connections, lets requests under way end, and cuts after `limitMs` what has not ended by then. */
export async function drain(app: FastifyInstance, limitMs: number): Promise<void> {
  await answerLastRequests(app, Math.min(LAST_REQUESTS_MS, limitMs));
  // A connection that is kept open for a next request becomes idle only when its present one has ended.
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
 * A proxy keeps connections open, and may send a request at the very moment at which one is closed; it cannot know then whether it may send it
 * again. Therefore new connections are refused first, so that it asks another node, and only after a moment idle ones are closed.
 */
async function answerLastRequests(app: FastifyInstance, limitMs: number): Promise<void> {
  draining.add(app);
  if (!app.server.listening) return;
  const allClosed = new Promise<void>((resolve) => {
    // That of HTTP would close what is idle as well.
    Server.prototype.close.call(app.server, () => resolve());
  });
  await Promise.race([allClosed, delay(limitMs, undefined, { ref: false })]);
}
