import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Host names that another site's page can never have, wherever its name resolves to. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const HEALTH_PATH = '/api/health';

/**
 * Refuses requests with more than one Host header and, if PUBLIC_URL names the host, those for another name: such pages would
 * count as our own. This machine may also use localhost; it and the proxies may request the health with any name.
 */
export function refuseForeignHosts(
  app: FastifyInstance,
  { publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
): void {
  const isTrusted = compile([...trustedProxies]);
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  app.addHook('onRequest', async (request) => {
    const { headers, raw, socket } = request;
    if (raw.rawHeaders.filter(isHostName).length > 1) throw new AppError('wrong_host');
    if (ours === undefined || nameOf(headers.host) === ours || isAskedHere(request)) return;
    const isHealth = request.routeOptions.url === HEALTH_PATH;
    if (!isHealth || !isTrusted(socket.remoteAddress ?? '', 0)) throw new AppError('wrong_host');
  });
}

/**
 * Whether a request comes from this machine, under one of its names: not through a proxy on it, whose visitors come from
 * anywhere, nor from a page whose own name resolves to us (DNS rebinding).
 */
export function isAskedHere({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '') && isLoopbackName(headers.host ?? '');
}

/** Whether a host name is this machine's own, with or without a port. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Names and values alternate. */
function isHostName(text: string, at: number): boolean {
  return at % 2 === 0 && text.toLowerCase() === 'host';
}

/** The name without the port, which proxies may omit; undefined if it is not a host. */
function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
