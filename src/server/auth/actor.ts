import type { CurrentUser } from '#contract/auth.ts';
import type { UserId } from '#contract/ids.ts';
import { AppError } from '../app-error.ts';

/** A user who makes a request, and how they came. */
export interface Actor {
  via: 'session';
  id: UserId;
  user: CurrentUser;
}

/** Somebody who makes a request without being signed in: the holder of a public link, or anyone at all. */
export type Visitor = { via: 'link'; shareId: string } | { via: 'anyone' };

export const ANYONE: Visitor = { via: 'anyone' };

/** The user who makes a request; undefined for visitors. */
export function userOf({ actor }: { actor: Actor | Visitor }): Actor | undefined {
  return actor.via === 'session' ? actor : undefined;
}

/** The user who makes a request. Throws 'unauthorized' for visitors. */
export function requireActor(request: { actor: Actor | Visitor }): Actor {
  const actor = userOf(request);
  if (!actor) throw new AppError('unauthorized');
  return actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; `mount` and `requireActor` decide whether they may. */
    actor: Actor | Visitor;
  }
}
