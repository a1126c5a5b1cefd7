import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 200;
const connections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>();

/** Keeps track of an application's connections: Node forgets those that became WebSockets, and waits for their end all the same. */
export function rememberConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  connections.set(app, open);
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Takes no new requests, lets those under way end, and cuts after `limitMs` what has not ended by then. */
export async function drain(app: FastifyInstance, limitMs: number): Promise<void> {
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
