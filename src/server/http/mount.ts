import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, EndpointCaller } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { type Actor, refuseNarrowToken, requireActor, type TokenGate, type Visitor } from '../auth/actor.ts';
import { securityOf } from './docs/callers.ts';
import { inTurn } from './turns.ts';

export interface Call<Caller> {
  actor: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returned by a handler that has taken over the reply and sent the response itself. */
export const SENT = Symbol('sent');

type Handler<Params, Query, Body, Response, Caller> = (
  input: { params: Params; query: Query; body: Body },
  call: Call<Caller>,
) => Promise<Response | typeof SENT> | Response | typeof SENT;

/** Whom a handler gets. */
type ActorFor<Caller> = Caller extends 'signed-in' ? Actor : Actor | Visitor;

/**
 * Serves an endpoint for whom its contract names. Others get 401, and access tokens that lack its scope 403, before the input is
 * validated.
 */
export function mount<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  C extends EndpointCaller,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R, C>,
  handler: Handler<z.output<P>, z.output<Q>, z.output<B>, z.input<R>, ActorFor<C>>,
  options: RouteShorthandOptions = {},
): void {
  const onRequest = endpoint.caller === 'signed-in' ? [onlySignedIn(endpoint)] : [];
  const preHandler = endpoint.caller === 'link' ? [comeByLink] : [];
  const gates = {
    onRequest: [...onRequest, ...listOf(options.onRequest)],
    preHandler: [...preHandler, ...listOf(options.preHandler)],
  };
  route(app, endpoint, { ...options, ...gates }, (request, reply) => {
    // The gates have let nobody else through; the compiler does not follow that.
    const actor = request.actor as ActorFor<C>;
    return handler(inputOf(request), { actor, request, reply });
  });
}

/** For routes that are not endpoints: a hook that lets only users through, and access tokens only as far as the gate does. */
export function onlySignedIn(gate: TokenGate): (request: FastifyRequest) => Promise<void> {
  return async (request) => refuseNarrowToken(requireActor(request), gate);
}

/** Somebody who is signed in stays who they are when they open a public link. */
async function comeByLink(request: FastifyRequest): Promise<void> {
  if (request.actor.via !== 'anyone') return;
  // The endpoint's own schema has checked it.
  const { shareId } = request.params as { shareId: string };
  request.actor = { via: 'link', shareId };
}

function listOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}

/**
 * For responses of thousands of items, whose validation would block the server for a third of a second: they are sent
 * unvalidated. The compiler has checked them, and they must be built field by field.
 */
export const LARGE_ANSWER: RouteShorthandOptions = {
  serializerCompiler: () => (answer) => JSON.stringify(answer),
};

function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  options: RouteShorthandOptions,
  handle: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  const { method, path, summary, status, params, query, body, response } = endpoint;
  app.route({
    ...options,
    config: { ...options.config, isParsed: true },
    method,
    url: path,
    schema: {
      summary,
      ...securityOf(endpoint),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [status ?? 200]: response, default: ErrorBody },
    },
    handler: async (request, reply) => {
      const answer = await inTurn(app, { request, reply }, () => handle(request, reply));
      return answer === SENT ? reply : reply.code(status ?? 200).send(answer);
    },
  });
}

// Fastify has already parsed these with the endpoint's own schemas; its types cannot express that for a list.
function inputOf<P, Q, B>(request: FastifyRequest): { params: P; query: Q; body: B } {
  return { params: request.params as P, query: request.query as Q, body: request.body as B };
}
