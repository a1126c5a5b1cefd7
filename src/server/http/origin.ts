import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { bearerOf } from '../auth/bearer.ts';
import { isAskedHere, isLoopbackName } from './host.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It has no use for cookies: pages of other sites may call it, too. */
    isForPrograms?: boolean;
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses state-changing requests from another site's page. */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.isForPrograms) return;
    refuseForeignOrigin(request, publicUrl);
  });
}

/**
 * Throws 'foreign_origin' for a request that another site's page makes with a visitor's cookie. Browsers send Origin with every
 * state-changing request and every WebSocket; programs that omit it have no cookie unless they were given one. The cookies of a
 * request that presents an access token are ignored, and no page can have a visitor's browser send one.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (bearerOf(request) === undefined) refuseForeignPage(request, publicUrl);
}

/** Throws 'foreign_origin' for a request of another site's page, whatever it presents. */
export function refuseForeignPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | undefined,
): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new AppError('foreign_origin');
  const { origin } = headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  const ours = [headers.host, publicUrl && new URL(publicUrl).host];
  if (!ours.includes(host)) throw new AppError('foreign_origin');
}

/** The address at which people reach us: PUBLIC_URL, else the origin of the requesting page, else the request's own host. */
export function publicOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  // The Origin of a state-changing request has been checked against our host above; it says https even where a proxy hides it.
  const origin = bearerOf(request) === undefined ? request.headers.origin : undefined;
  return publicUrl ?? origin ?? `${request.protocol}://${request.host}`;
}

/** Where assistants sign in: PUBLIC_URL over https, or this machine under its own names; undefined where they cannot. */
export function signInOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined)
    return isAskedHere(request) ? `${request.protocol}://${request.host}` : undefined;
  const { protocol, hostname, origin } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackName(hostname) ? origin : undefined;
}

/** Accepts only a path on this site that is valid in a header; anything else becomes '/'. */
export function localPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  // Characters that browsers strip from addresses (tabs, line breaks) could hide a second slash.
  if (/[\u0000-\u001f\\]/.test(path)) return '/';
  return path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
}
