import { createHash } from 'node:crypto';
import { listEngines, SpeechService, type UsableEngine } from '#contract/speech-engines.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { SpeechServer } from '../../speech-servers/speech-servers.ts';
import { openKeys } from '../api-keys/service.ts';
import { type Quotas, speechMinutes } from '../quotas/service.ts';
import { openServers } from '../speech-server/service.ts';

export type EngineDeps = Pick<
  Deps,
  'config' | 'db' | 'cipher' | 'log' | 'engine' | 'speechService' | 'speechServers'
>;

/** An engine that a person may use, and what using it takes. */
export interface EngineAccess extends UsableEngine {
  /** Tells servers and their models apart; absent where the name says it all. */
  identity?: string;
  /** What its use consumes; undefined where nobody but the person pays. */
  quotas?: Quotas;
  /** Cheap: nothing is loaded or sent before it transcribes. */
  create: () => SpeechEngine;
}

/**
 * The engines that a person may use, in the order in which they are tried: with an account of their own, with the installation's, and
 * the built-in one.
 */
export async function listUsableEngines(deps: EngineDeps, userId: number): Promise<EngineAccess[]> {
  const keys = await openKeys(deps, userId);
  const services = SpeechService.options.flatMap((name): EngineAccess[] => {
    const own = keys[name];
    if (own) return [{ name, access: 'own', create: () => deps.speechService(name, own) }];
    const { apiKey } = deps.config.speechServices[name];
    if (!apiKey) return [];
    const quotas = speechMinutes(deps, userId);
    return [{ name, access: 'shared', quotas, create: () => deps.speechService(name, apiKey) }];
  });
  const remote = [...(await usableServers(deps, userId)), ...services];
  const own = remote.filter(({ access }) => access === 'own');
  // Two servers are one engine to choose.
  const shared = remote.filter(
    ({ access, name }) => access === 'shared' && !own.some((each) => each.name === name),
  );
  return [...own, ...shared, { name: 'local', access: 'none', create: () => deps.engine }];
}

async function usableServers(deps: EngineDeps, userId: number): Promise<EngineAccess[]> {
  const servers = await openServers(deps, userId);
  return servers.map((server) => {
    const create = () => deps.speechServers.engineFor(server);
    const access = { name: 'server', access: server.whose, identity: hashOf(server), create } as const;
    // A server with a key costs whoever has it; one without is the operator's machine.
    const isPaid = server.whose === 'shared' && server.apiKey !== undefined;
    return isPaid ? { ...access, quotas: speechMinutes(deps, userId) } : access;
  });
}

function hashOf({ whose, baseUrl, model = '' }: SpeechServer): string {
  return createHash('sha256').update([whose, baseUrl, model].join(' ')).digest('hex').slice(0, 16);
}

/** The engines that a person may use, as the screen needs them. */
export async function viewEngines(deps: EngineDeps, { id }: Actor): Promise<{ engines: UsableEngine[] }> {
  return listEngines.response.parse({ engines: await listUsableEngines(deps, id) });
}
