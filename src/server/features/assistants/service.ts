import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Assistant, Consent } from '#contract/assistants.ts';
import { AssistantId, UserId } from '#contract/ids.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { AssistantScope, type TokenScope } from '#contract/token-scopes.ts';
import { AppError } from '../../app-error.ts';
import type { ActingToken, Actor, Asker } from '../../auth/actor.ts';
import { hashToken } from '../../auth/hash-token.ts';
import { noteOfUse, presentLastUse, type UsedBy } from '../../auth/last-use.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import {
  type AssistantRow,
  deleteAssistants,
  deleteExpiredRecords,
  findAssistant,
  findAssistantByToken,
  insertAssistant,
  keepRecord,
  listAssistantRows,
  noteAssistantUse,
} from './queries.ts';

const MAX_NAME_LENGTH = 100;

/** The assistants that the caller has let in, newest first. */
export async function listOwnAssistants({ db }: Pick<Deps, 'db'>, { id }: Actor): Promise<Assistant[]> {
  return (await listAssistantRows(db, id)).map(present);
}

/** Disconnects one of the caller's assistants at once, on every node. Throws 'assistant_not_found'. */
export async function disconnectOwn({ db }: Pick<Deps, 'db'>, actor: Actor, id: AssistantId): Promise<void> {
  const found = await db.transaction((tx) => deleteAssistants(tx, actor.id, id));
  if (found === 0) throw new AppError('assistant_not_found');
}

/** The same for all assistants of a user. */
export async function disconnectAll({ db }: { db: Db | Tx }, userId: number): Promise<void> {
  await deleteAssistants(db, userId);
}

/** Deletes what has expired. */
export async function sweepAssistants({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredRecords(db);
}

type FoundAssistant = NonNullable<Awaited<ReturnType<typeof findAssistantByToken>>>;

/**
 * Whose assistant has an access token for /mcp at this origin, and what it may do, with one indexed read; its use is noted at most once a minute.
 * Throws 'assistant_unknown'.
 */
export async function readAssistantToken(
  { db }: { db: Db | Tx },
  { text, origin }: { text: string; origin: string },
  by: UsedBy,
): Promise<{ user: FoundAssistant['user']; token: ActingToken }> {
  const found = await findAssistantByToken(db, hashToken(text));
  if (!found || ![found.payload.aud].flat().includes(origin + MCP_PATH))
    throw new AppError('assistant_unknown');
  if (found.isUnnoted) await noteAssistantUse(db, found.id, noteOfUse(by));
  const scopes = scopesIn(found.payload.scope);
  return { user: found.user, token: { kind: 'assistant', id: AssistantId.parse(found.id), scopes } };
}

/** What an assistant may see; undefined once it was disconnected. */
export async function findAssistantReader(
  { db }: { db: Db | Tx },
  id: AssistantId,
): Promise<Asker | undefined> {
  const row = await findAssistant(db, id);
  return row && { id: UserId.parse(row.userId), reach: null };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What the assistant asks for whose authorization is going on in this browser. Throws 'consent_over'. */
export async function viewConsent(provider: Provider, exchange: Exchange): Promise<Consent> {
  const { client, redirectUri, asked } = await requestOf(provider, exchange);
  return { ...nameOf(client), returnsTo: new URL(redirectUri).host, scopes: asked };
}

/**
 * Lets the assistant in with these scopes, or not; gives where the browser goes next. Throws 'consent_over', and 'consent_by_another' if it was
 * somebody else who looked at it.
 */
export async function decide(
  provider: Provider,
  { actor, origin, request, reply, db }: Exchange & { actor: Actor; origin: string; db: Db },
  { scopes, userId }: { scopes: readonly TokenScope[]; userId: number },
): Promise<string> {
  if (userId !== actor.id) throw new AppError('consent_by_another');
  const { client, asked } = await requestOf(provider, { request, reply });
  const finish = (result: object) =>
    provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  const given = AssistantScope.options.filter((scope) => asked.includes(scope) && scopes.includes(scope));
  if (given.length === 0) {
    return finish({ error: 'access_denied', error_description: 'The person has not let this assistant in.' });
  }
  const accountId = String(actor.id);
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  // The library asks about each scope by itself, too.
  grant.addOIDCScope(`openid offline_access ${asked.join(' ')}`);
  grant.addResourceScope(origin + MCP_PATH, given.join(' '));
  const refused = asked.filter((scope) => !given.includes(scope));
  if (refused.length > 0) grant.rejectResourceScope(origin + MCP_PATH, refused.join(' '));
  const grantId = await grant.save();
  await db.transaction(async (tx) => {
    const row = { userId: actor.id, grantHash: hashToken(grantId), clientId: client.clientId, scopes: given };
    await insertAssistant(tx, { ...row, ...nameOf(client) });
    await keepRecord(tx, { model: 'Client', idHash: hashToken(client.clientId) });
  });
  return finish({ login: { accountId }, consent: { grantId } });
}

/** The authorization that is going on in this browser: whose it is, and what is asked for, everything if nothing is named. */
async function requestOf(provider: Provider, { request, reply }: Exchange) {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined);
  const { uid } = request.params as { uid: string };
  if (interaction?.uid !== uid) throw new AppError('consent_over');
  const { client_id, redirect_uri, scope } = interaction.params;
  const client = await provider.Client.find(client_id);
  if (!client) throw new AppError('consent_over');
  const named = scopesIn(scope);
  return { client, redirectUri: redirect_uri, asked: named.length > 0 ? named : [...AssistantScope.options] };
}

/** A name can be anything; where a metadata document comes from is certain. */
function nameOf({ clientId, clientName }: { clientId: string; clientName?: string }) {
  const host = clientId.startsWith('https://') ? new URL(clientId).host : null;
  return { name: (clientName ?? host ?? 'An assistant').slice(0, MAX_NAME_LENGTH), host };
}

function scopesIn(text: unknown): AssistantScope[] {
  const named = typeof text === 'string' ? text.split(' ') : [];
  return AssistantScope.options.filter((scope) => named.includes(scope));
}

function present(row: AssistantRow): Assistant {
  const { id, name, host, scopes, createdAt } = row;
  return {
    id: AssistantId.parse(id),
    name,
    host,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUse: presentLastUse(row),
  };
}
