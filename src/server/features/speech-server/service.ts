import type { SpeechServerSettings, SpeechServerState, SpeechServerTest } from '#contract/speech-server.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { problemMessage, SPEECH_ERROR_CODES } from '../../speech-messages.ts';
import type { SpeechServer } from '../../speech-servers/speech-servers.ts';
import { maskKey } from '../api-keys/service.ts';
import { deleteServer, findServer, type SpeechServerRow, storeServer } from './queries.ts';

type ServerDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'outbound' | 'speechServers'>;

/**
 * The speech servers that a person may use: their own, then the installation's. With the keys, which must not reach a response,
 * event, log or error.
 */
export async function openServers(
  deps: Omit<ServerDeps, 'outbound' | 'speechServers'>,
  userId: number,
): Promise<SpeechServer[]> {
  const row = deps.config.peoplesSpeechServers === 'own' ? await findServer(deps.db, userId) : undefined;
  const key = row && keyOf(deps, row);
  // Without its key it would only fail.
  const own: SpeechServer[] =
    row && key !== null
      ? [{ whose: 'own', baseUrl: row.address, apiKey: key, model: row.model || undefined }]
      : [];
  const { speechServer } = deps.config;
  return speechServer ? [...own, { whose: 'shared', ...speechServer }] : own;
}

/** The saved key; undefined if there is none, null if it was saved with another SECRET. */
function keyOf({ cipher, log }: Pick<Deps, 'cipher' | 'log'>, { userId, encryptedKey }: SpeechServerRow) {
  if (encryptedKey === null) return undefined;
  const key = cipher.decrypt(placeOf(userId), encryptedKey);
  if (key === null) log.warn({ userId }, 'cannot decrypt the saved key of a speech server with this SECRET');
  return key;
}

/** A person's own speech server, without its key, and whether there is one for everybody. */
export async function viewServer(deps: ServerDeps, { id }: Actor): Promise<SpeechServerState> {
  const { speechServer, peoplesSpeechServers } = deps.config;
  const row = await findServer(deps.db, id);
  const key = row && keyOf(deps, row);
  const own = row && {
    address: row.address,
    apiKey: maskKey(key ?? undefined),
    model: row.model,
    isKeyLost: key === null,
  };
  return {
    own: own ?? null,
    mayHaveOwn: peoplesSpeechServers === 'own',
    hasShared: speechServer !== undefined,
  };
}

/** Throws 'speech_server_not_allowed', 'speech_server_address_refused'. */
export async function saveServer(
  deps: ServerDeps,
  actor: Actor,
  settings: SpeechServerSettings,
): Promise<SpeechServerState> {
  const { baseUrl, apiKey, model = '', lostKey } = await ownServer(deps, actor, settings);
  // A lost key is kept as it is: without any, recordings would be sent where a key is needed.
  const encryptedKey = apiKey === undefined ? lostKey : deps.cipher.encrypt(placeOf(actor.id), apiKey);
  await storeServer(deps.db, { userId: actor.id, address: baseUrl, model, encryptedKey });
  return viewServer(deps, actor);
}

export async function removeServer(deps: ServerDeps, actor: Actor): Promise<SpeechServerState> {
  await deleteServer(deps.db, actor.id);
  return viewServer(deps, actor);
}

/**
 * Tries a server with a short sentence: the given one, or the one in use. Throws 'speech_server_not_allowed',
 * 'speech_server_address_refused', 'speech_server_none'.
 */
export async function testServer(
  deps: ServerDeps,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  settings: SpeechServerSettings | null,
): Promise<SpeechServerTest> {
  const server = settings ? await ownServer(deps, actor, settings) : (await openServers(deps, actor.id))[0];
  if (!server) throw new AppError('speech_server_none');
  try {
    const { answerMs, dialect: _, text, ...report } = await deps.speechServers.check(server, signal);
    return { works: true, ...report, text: text.slice(0, MAX_TEXT), seconds: answerMs / 1000 };
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const code = SPEECH_ERROR_CODES[error.problem.code];
    const models =
      code === 'speech_server_unknown_model' ? await deps.speechServers.modelsOf(server, signal) : [];
    return {
      works: false,
      code,
      message: problemMessage(error.problem, 'server'),
      models: models.slice(0, MAX_MODELS),
    };
  }
}

const MAX_TEXT = 200;
const MAX_MODELS = 50;

/**
 * The settings with the saved key, if none was given and the address is still at the same host. `lostKey` is that key, encrypted,
 * if it was saved with another SECRET.
 */
async function ownServer(
  deps: ServerDeps,
  { id }: Actor,
  settings: SpeechServerSettings,
): Promise<SpeechServer & { lostKey: string | null }> {
  if (deps.config.peoplesSpeechServers !== 'own') throw new AppError('speech_server_not_allowed');
  const { apiKey, model } = settings;
  const baseUrl = settings.address.replace(/\/+$/, '');
  try {
    deps.outbound.check(baseUrl);
  } catch (error) {
    if (error instanceof OutboundError) throw new AppError('speech_server_address_refused', { cause: error });
    throw error;
  }
  const saved = apiKey === undefined ? await findServer(deps.db, id) : undefined;
  const isSameHost = saved && new URL(saved.address).origin === new URL(baseUrl).origin;
  const savedKey = isSameHost ? keyOf(deps, saved) : undefined;
  return {
    ...{ whose: 'own', baseUrl, model: model || undefined },
    apiKey: apiKey ?? savedKey ?? undefined,
    lostKey: savedKey === null ? (saved?.encryptedKey ?? null) : null,
  };
}

function placeOf(userId: number): string {
  return `speech-server:${userId}`;
}
