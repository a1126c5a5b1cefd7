import type { FastifyRequest } from 'fastify';

/**
 * What a request presents as an access token, well-formed or not; undefined if it presents none. A request that does is judged by
 * that alone: its cookies are ignored. Other schemes (Basic) belong to a proxy in front of us.
 */
export function bearerOf({
  headers: { authorization },
}: Pick<FastifyRequest, 'headers'>): string | undefined {
  if (authorization === undefined) return undefined;
  const [, bearer] = /^bearer(?!\S)(.*)$/is.exec(authorization) ?? [];
  if (bearer !== undefined) return bearer.trim();
  // A token of ours that is presented in another way is told how, instead of being taken for a visitor.
  return authorization.includes('tps_') ? '' : undefined;
}

/** Whether an address has in it what looks like an access token of ours. */
export function hasTokenText(url: string): boolean {
  return /tps_[0-9A-Za-z]{36}/.test(url);
}

/** Whether what a request presents is meant to be a personal access token; everything else would be an assistant's. */
export function looksPersonal(bearer: string): boolean {
  return bearer === '' || bearer.startsWith('tps_');
}
