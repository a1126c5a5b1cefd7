import type { FastifyInstance } from 'fastify';
import { listEngines } from '#contract/speech-engines.ts';
import { mount } from '../../http/mount.ts';
import { type EngineDeps, viewEngines } from './service.ts';

export function speechEngineRoutes(app: FastifyInstance, deps: EngineDeps): void {
  mount(app, listEngines, (_input, { actor }) => viewEngines(deps, actor));
}
