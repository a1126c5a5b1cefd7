import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changing requests that another site's page makes with a visitor's cookie. Browsers send Origin with each of
 * them; programs without one carry no cookie that they were not given.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined): void {
  const publicHost = publicUrl ? new URL(publicUrl).host : undefined;
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('foreign_origin');
    const { origin } = request.headers;
    if (origin === undefined) return;
    const host = URL.canParse(origin) ? new URL(origin).host : '';
    if (host !== request.headers.host && host !== publicHost) throw new AppError('foreign_origin');
  });
}

/** The address that people reach us at: PUBLIC_URL, else where the request's page came from, else the request's own host. */
export function publicOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  // A changing request's Origin has been checked against our host above; it knows https where a proxy hides it.
  return publicUrl ?? request.headers.origin ?? `${request.protocol}://${request.host}`;
}

/** Accepts only a path of this site; anything else becomes '/'. */
export function localPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  // What browsers strip from addresses (tabs, line ends) could hide a second slash.
  if (/[\u0000-\u001f\\]/.test(path)) return '/';
  return path;
}
