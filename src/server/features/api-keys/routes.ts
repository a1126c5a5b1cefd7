import type { FastifyInstance } from 'fastify';
import { clearApiKey, clearApiKeys, getApiKeys, saveApiKeys } from '#contract/api-keys.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { clearKeys, saveKeys, viewKeys } from './service.ts';

/** Every save queries the services; the limit keeps people from testing stolen keys. */
const SAVING = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } };

export function apiKeyRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'cipher' | 'log'>,
): void {
  mount(app, getApiKeys, (_input, { actor }) => viewKeys(deps, actor));
  mount(app, saveApiKeys, ({ body }, { actor }) => saveKeys(deps, actor, body), SAVING);
  mount(app, clearApiKeys, (_input, { actor }) => clearKeys(deps, actor));
  mount(app, clearApiKey, ({ params }, { actor }) => clearKeys(deps, actor, params.provider));
}
