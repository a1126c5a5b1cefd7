import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses changing requests that another site's page makes. */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.has(request.method)) refuseForeignOrigin(request, publicUrl);
  });
}

/**
 * Throws 'foreign_origin' for a request that another site's page makes with a visitor's cookie. Browsers send Origin with each that
 * changes something and with each WebSocket; programs without one carry no cookie that they were not given.
 */
export function refuseForeignOrigin({ headers }: FastifyRequest, publicUrl: string | undefined): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new AppError('foreign_origin');
  const { origin } = headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  const ours = [headers.host, publicUrl && new URL(publicUrl).host];
  if (!ours.includes(host)) throw new AppError('foreign_origin');
}

/** The address that people reach us at: PUBLIC_URL, else where the request's page came from, else the request's own host. */
export function publicOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  // A changing request's Origin has been checked against our host above; it knows https where a proxy hides it.
  return publicUrl ?? request.headers.origin ?? `${request.protocol}://${request.host}`;
}

/** Accepts only a path of this site, as a header can hold it; anything else becomes '/'. */
export function localPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  // What browsers strip from addresses (tabs, line ends) could hide a second slash.
  if (/[\u0000-\u001f\\]/.test(path)) return '/';
  return path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
}
