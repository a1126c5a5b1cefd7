import type { CurrentUser } from '#contract/auth.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { AssistantId, ProjectId, TokenId, UserId } from '#contract/ids.ts';
import type { TokenNeed, TokenScope } from '#contract/token-scopes.ts';
import { AppError } from '../app-error.ts';

/** A user who makes a request, and how they came: signed in, or by a program with an access token. */
export type Actor = { id: UserId; user: CurrentUser } & Reach &
  ({ via: 'session' } | { via: 'token'; token: ActingToken });

/** How far somebody reaches of what they may see. */
export interface Reach {
  /** The only project within reach, that of an access token; null: everything. */
  reach: ProjectId | null;
}

/** Who asks for one thing, as far as its access module needs to know. */
export type Asker = Pick<Actor, 'id' | 'reach'>;

/** A personal access token, or what an assistant has got that somebody has let in. */
export type ActingToken = { scopes: readonly TokenScope[] } & (
  | { kind: 'personal'; id: TokenId }
  | { kind: 'assistant'; id: AssistantId }
);

/** Somebody who makes a request without being signed in: the holder of a public link, or anyone at all. */
export type Visitor = { via: 'link'; shareId: string } | { via: 'anyone' };

export const ANYONE: Visitor = { via: 'anyone' };

/** The user who makes a request; undefined for visitors. */
export function userOf({ actor }: { actor: Actor | Visitor }): Actor | undefined {
  return actor.via === 'session' || actor.via === 'token' ? actor : undefined;
}

/** What a call asks of an access token, as `Endpoint` declares it; without a scope it is for no token. */
export interface TokenGate {
  scope?: TokenNeed;
  withinProject?: true;
}

/** The user who makes a request. Throws 'unauthorized' for visitors. */
export function requireActor(request: { actor: Actor | Visitor }): Actor {
  const actor = userOf(request);
  if (!actor) throw new AppError('unauthorized');
  return actor;
}

/** Why a token that lacks a scope is refused. */
export const TOO_NARROW = {
  read: 'token_needs_read',
  write: 'token_needs_write',
  transcribe: 'token_needs_transcribe',
  share: 'token_needs_share',
} as const satisfies Record<TokenScope, ErrorCode>;

/** Throws 'token_not_allowed', 'token_needs_...' or 'token_project_only' for an access token that may not make a call. */
export function refuseNarrowToken(actor: Actor, gate: TokenGate): void {
  const why = whyNot(actor, gate);
  if (why) throw new AppError(why);
}

/** Whether the user may make a call, as far as an access token decides. */
export function mayCall(actor: Actor, gate: TokenGate): boolean {
  return whyNot(actor, gate) === undefined;
}

function whyNot(actor: Actor, { scope = 'none', withinProject }: TokenGate): ErrorCode | undefined {
  if (actor.via !== 'token') return undefined;
  if (scope === 'none') return 'token_not_allowed';
  if (!actor.token.scopes.includes(scope)) return TOO_NARROW[scope];
  return actor.reach !== null && !withinProject ? 'token_project_only' : undefined;
}

/** Whether something in this project (null: in none) is within reach. */
export function isInReach({ reach }: Reach, projectId: number | null): boolean {
  return reach === null || reach === projectId;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; `mount` and `onlySignedIn` decide whether they may. */
    actor: Actor | Visitor;
  }
}
