import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGate, type Gate } from '../work/gate.ts';
import { callerOf } from './caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without waiting for others of the same caller: it waits for somebody else, or must always be answered. */
    takesNoTurn?: boolean;
  }
}

/** As many as a browser has connections, and some. */
const AT_ONCE_EACH = 8;
const WAITING = { waiting: 5000, waitingEach: 400 };

const gates = new WeakMap<FastifyInstance, Gate>();

/** Lets at most so many requests of one person, or of one visitor, be worked on at the same time; whoever has gone is not worked for. */
export function answerInTurn(app: FastifyInstance): void {
  gates.set(app, createGate({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: AT_ONCE_EACH, ...WAITING }));
}

/** Answers a request when it is its turn. */
export function inTurn<Answer>(
  app: FastifyInstance,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: () => Promise<Answer> | Answer,
): Promise<Answer> | Answer {
  const gate = gates.get(app);
  if (!gate || request.routeOptions.config.takesNoTurn) return answer();
  return gate.run(callerOf({ request, reply }), async () => answer());
}
