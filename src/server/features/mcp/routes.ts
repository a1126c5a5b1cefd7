import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_METADATA_PATH, MCP_PATH } from '#contract/mcp.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, TOO_NARROW } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { publicOrigin, refuseForeignPage, signInOrigin } from '../../http/origin.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { replyDisconnectSignal } from '../../http/raw-body.ts';
import { callsOf } from './call.ts';
import { linksAt } from './links.ts';

const CALLS_A_MINUTE = 300;

/** What the protocol's library may see of a request: neither the token nor cookies. */
const HEADERS = /^(?:accept|content-type|mcp-[a-z-]+)$/;

/** Serves assistants by the Model Context Protocol, with access tokens only: a session would let other sites' pages in. */
export function mcpRoutes(
  app: FastifyInstance,
  { config: { publicUrl }, log }: Pick<Deps, 'config' | 'log'>,
): void {
  const { config } = perPerson(CALLS_A_MINUTE);
  const options = {
    schema: { hide: true },
    compress: false,
    config: { ...config, isParsed: true },
    onRequest: async (request: FastifyRequest) => {
      refuseForeignPage(request, publicUrl);
      actorWithToken(request);
    },
    onSend: async (request: FastifyRequest, reply: FastifyReply) => {
      if (reply.statusCode === 401) challenge(request, reply);
    },
  } as const;
  app.post(MCP_PATH, options, async (request, reply) => {
    const actor = actorWithToken(request);
    if (Array.isArray(request.body)) throw new AppError('mcp_batch');
    const signal = replyDisconnectSignal(reply);
    const call = callsOf(app, request, signal);
    const links = linksAt(publicOrigin(request, publicUrl));
    // Its megabytes are loaded only where assistants call.
    const { answerAssistant, scopesMissing } = await import('./server.ts');
    const missing = scopesMissing(actor, request.body);
    if (missing.length > 0) {
      challenge(request, reply, missing);
      throw new AppError(TOO_NARROW[missing[0] ?? 'read']);
    }
    const response = await answerAssistant(
      { actor, reach: actor.reach, call, links, log },
      webRequest(request, signal),
      request.body,
    );
    // Every answer is private, and a proxy that collects it would hold up the progress.
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-accel-buffering', 'no');
    return reply.send(response);
  });
  // Where there are sessions, they are listened to and ended here.
  app.route({
    ...options,
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    handler: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', 'POST');
      throw new AppError('mcp_without_sessions');
    },
  });

  /** Says where to sign in, and with which scopes (RFC 9728, RFC 6750); not where assistants cannot. */
  function challenge(request: FastifyRequest, reply: FastifyReply, scopes?: readonly TokenScope[]): void {
    const origin = signInOrigin(request, publicUrl);
    if (origin === undefined) return;
    const problem = scopes ? 'insufficient_scope' : 'invalid_token';
    const details = [
      ...(scopes || request.headers.authorization !== undefined ? [`error="${problem}"`] : []),
      ...(scopes ? [`scope="${scopes.join(' ')}"`] : []),
      `resource_metadata="${origin}${MCP_METADATA_PATH}"`,
    ];
    reply.header('www-authenticate', `Bearer ${details.join(', ')}`);
  }
}

function actorWithToken({ actor }: FastifyRequest): Actor {
  if (actor.via !== 'token') throw new AppError('mcp_token_missing');
  return actor;
}

/** The request as the protocol's library takes it, which does not look at the address. */
function webRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && HEADERS.test(name) ? [[name, value]] : [],
  );
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers: kept, signal });
}
