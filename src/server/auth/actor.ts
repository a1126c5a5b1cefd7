import type { CurrentUser } from '#contract/auth.ts';
import type { UserId } from '#contract/ids.ts';
import { AppError } from '../app-error.ts';

/** The user who makes a request. */
export interface Actor {
  id: UserId;
  user: CurrentUser;
}

/** The person who makes a request. Throws 'unauthorized' if nobody is signed in. */
export function requireActor({ actor }: { actor: Actor | undefined }): Actor {
  if (!actor) throw new AppError('unauthorized');
  return actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for people who are not signed in. */
    actor: Actor | undefined;
  }
}
