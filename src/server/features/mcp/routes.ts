import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '#contract/mcp.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { publicOrigin, refuseForeignPage } from '../../http/origin.ts';
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
  } as const;
  app.post(MCP_PATH, options, async (request, reply) => {
    const actor = actorWithToken(request);
    if (Array.isArray(request.body)) throw new AppError('mcp_batch');
    const signal = replyDisconnectSignal(reply);
    const call = callsOf(app, request, signal);
    const links = linksAt(publicOrigin(request, publicUrl));
    // Its megabytes are loaded only where assistants call.
    const { answerAssistant } = await import('./server.ts');
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
