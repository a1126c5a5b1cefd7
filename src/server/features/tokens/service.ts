import { ProjectId, TokenId, UserId } from '#contract/ids.ts';
import { MAX_TOKENS } from '#contract/limits.ts';
import type { AccessToken, CreatedToken, NewToken } from '#contract/tokens.ts';
import { AppError } from '../../app-error.ts';
import type { ActingToken, Actor, Reach } from '../../auth/actor.ts';
import { hashToken } from '../../auth/hash-token.ts';
import { noteOfUse, type UsedBy } from '../../auth/last-use.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { requireReadableProject } from '../members/access.ts';
import { presentToken } from './present.ts';
import {
  deleteEndedTokens,
  findToken,
  findTokenView,
  findValidToken,
  insertToken,
  listTokenRows,
  lockTokenCount,
  noteUse,
  revokeTokens,
} from './queries.ts';
import { isTokenText, makeToken } from './token.ts';

interface RevokeDeps {
  db: Db | Tx;
  events: Pick<Deps['events'], 'publish'>;
}

const DAY_MS = 24 * 60 * 60_000;
/** How long a program that still uses an ended token is told what became of it. */
const REMEMBERED_MS = 30 * DAY_MS;

/** The caller's tokens, newest first. */
export async function listOwnTokens({ db }: Pick<Deps, 'db'>, { id }: Actor): Promise<AccessToken[]> {
  return (await listTokenRows(db, id)).map(presentToken);
}

/**
 * Creates a token and returns it, for the only time, with what is known about it. Throws 'too_many_tokens', and 'project_not_found'
 * for a project that the caller may not see.
 */
export async function createOwnToken(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { name, scopes, projectId, expiresInDays }: NewToken,
): Promise<CreatedToken> {
  const token = makeToken();
  return db.transaction(async (tx) => {
    if ((await lockTokenCount(tx, actor.id)) >= MAX_TOKENS) throw new AppError('too_many_tokens');
    if (projectId !== null) await requireReadableProject({ db: tx }, actor, projectId);
    const row = {
      tokenHash: hashToken(token),
      userId: actor.id,
      name,
      ending: token.slice(-4),
      scopes,
      projectId,
    };
    const id = await insertToken(tx, row, expiresInDays * DAY_MS);
    const view = await findTokenView(tx, id);
    if (!view) throw new Error('A token that was just created is gone.');
    return { ...presentToken(view), token };
  });
}

/** Revokes one of the caller's tokens, and ends what it keeps open. Throws 'token_not_found'. */
export async function revokeOwnToken(
  deps: RevokeDeps & Pick<Deps, 'db'>,
  actor: Actor,
  id: TokenId,
): Promise<void> {
  // Together: a revoked token cannot be revoked again, to have its streams ended.
  await deps.db.transaction(async (tx) => {
    if ((await revokeTokens(tx, actor.id, id)) === 0) throw new AppError('token_not_found');
    await disconnect({ ...deps, db: tx }, actor.id);
  });
}

/** The same for all tokens of a user; within a transaction, on commit. */
export async function revokeAllTokens(deps: RevokeDeps, userId: number): Promise<void> {
  if ((await revokeTokens(deps.db, userId)) > 0) await disconnect(deps, userId);
}

/** What a token keeps open is not known apart: all windows of the user reconnect, and who may not is refused. */
function disconnect({ db, events }: RevokeDeps, userId: number): Promise<void> {
  return events.publish(db, { kind: 'sessions-ended', userId: UserId.parse(userId) });
}

/** Deletes tokens that ended a month ago. */
export async function sweepTokens({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteEndedTokens(db, REMEMBERED_MS);
}

/** What somebody who has a token may see; undefined once it was revoked or has expired. */
export async function findTokenReader(
  { db }: { db: Db | Tx },
  id: TokenId,
): Promise<({ id: UserId } & Reach) | undefined> {
  const row = await findValidToken(db, id);
  return row && { id: UserId.parse(row.userId), reach: reachOf(row) };
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/**
 * Whose a token is and what it may do, with one indexed read; its use is noted at most once a minute. Throws 'token_unknown',
 * 'token_revoked' or 'token_expired'.
 */
export async function readToken(
  { db }: { db: Db | Tx },
  text: string,
  by: UsedBy,
): Promise<{ user: FoundToken['user']; token: ActingToken } & Reach> {
  // Saves the database a mistyped token.
  const found = isTokenText(text) ? await findToken(db, hashToken(text)) : undefined;
  if (!found) throw new AppError('token_unknown');
  if (found.isRevoked) throw new AppError('token_revoked');
  if (found.hasExpired) throw new AppError('token_expired');
  if (found.isUnnoted) await noteUse(db, found.id, noteOfUse(by));
  const token: ActingToken = { kind: 'personal', id: TokenId.parse(found.id), scopes: found.scopes };
  return { user: found.user, token, reach: reachOf(found) };
}

function reachOf({ projectId }: { projectId: number | null }): ProjectId | null {
  return projectId === null ? null : ProjectId.parse(projectId);
}
