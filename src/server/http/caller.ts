import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../work/caller.ts';
import { CallerLeft } from '../work/caller.ts';
import { callerKeyOf } from './rate-limit.ts';
import { whenClosed } from './when-closed.ts';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Who is charged for a request, for as long as somebody waits for its response: a user, or a link's visitor by address. */
export function callerOf({ request, reply }: Exchange): Caller {
  const left = new AbortController();
  whenClosed(reply.raw, () => {
    if (!reply.raw.writableFinished) left.abort(new CallerLeft());
  });
  return { key: callerKeyOf(request), signal: left.signal };
}

/** The same for work that is finished even if nobody waits for it any more. */
export function payingFor(request: FastifyRequest): Caller {
  return { key: callerKeyOf(request), signal: NEVER };
}

const NEVER = new AbortController().signal;
