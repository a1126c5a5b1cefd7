import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { isAskedHere } from './host.ts';

export const METRICS_PATH = '/metrics';

/**
 * Measures every request, and serves the metrics to this machine and to anyone holding METRICS_TOKEN; for everyone else they do
 * not exist.
 */
export function serveMetrics(
  app: FastifyInstance,
  { config, metrics }: Pick<Deps, 'config' | 'metrics'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url = 'none' } = request.routeOptions;
    metrics.request(
      { method: request.method, route: url, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get(METRICS_PATH, { schema: { hide: true } }, async (request, reply) => {
    if (!isAskedHere(request) && !hasToken(request, config.metricsToken)) throw new AppError('not_found');
    const { contentType, text } = await metrics.read();
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
