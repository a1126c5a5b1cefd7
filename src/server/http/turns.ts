import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGate, type Gate } from '../work/gate.ts';
import { callerOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without queueing behind the caller's other requests: it waits for somebody else, or must always be answered. */
    takesNoTurn?: boolean;
  }
}

/** A browser's number of connections, and a few more. */
const AT_ONCE_EACH = 8;
const WAITING = { waiting: 5000, waitingEach: 400 };

const gates = new WeakMap<FastifyInstance, Gate>();

/** Limits how many requests of one user or visitor are processed at once; drops requests of disconnected clients. */
export function answerInTurn(app: FastifyInstance): void {
  gates.set(app, createGate({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: AT_ONCE_EACH, ...WAITING }));
}

/** Processes a request when its turn comes. */
export function inTurn<Answer>(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: () => Promise<Answer> | Answer,
): Promise<Answer> | Answer {
  const gate = gates.get(app);
  if (!gate || request.routeOptions.config.takesNoTurn) return answer();
  return gate.run(callerOf({ request, reply }), async () => answer());
}
