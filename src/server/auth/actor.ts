import type { CurrentUser } from '#contract/auth.ts';
import type { UserId } from '#contract/ids.ts';

/** The user who makes a request. */
export interface Actor {
  id: UserId;
  user: CurrentUser;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for people who are not signed in. */
    actor: Actor | undefined;
  }
}
