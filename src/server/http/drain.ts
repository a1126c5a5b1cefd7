import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 200;

/** Takes no new requests, lets those under way end, and cuts after `limitMs` what has not ended by then. */
export async function drain(app: FastifyInstance, limitMs: number): Promise<void> {
  // A connection that is kept open for a next request becomes idle only when its present one has ended.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), limitMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}
