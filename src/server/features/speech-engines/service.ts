import { listEngines, SpeechService, type UsableEngine } from '#contract/speech-engines.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { openKeys } from '../api-keys/service.ts';
import { type Quotas, speechMinutes } from '../quotas/service.ts';

export type EngineDeps = Pick<Deps, 'config' | 'db' | 'cipher' | 'log' | 'engine' | 'speechService'>;

/** An engine that a person may use, and what using it takes. */
export interface EngineAccess extends UsableEngine {
  /** Tells what has the same name apart; absent where the name says it all. */
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
  const by = (wanted: UsableEngine['access']) => services.filter(({ access }) => access === wanted);
  return [...by('own'), ...by('shared'), { name: 'local', access: 'none', create: () => deps.engine }];
}

/** The engines that a person may use, as the screen needs them. */
export async function viewEngines(deps: EngineDeps, { id }: Actor): Promise<{ engines: UsableEngine[] }> {
  return listEngines.response.parse({ engines: await listUsableEngines(deps, id) });
}
