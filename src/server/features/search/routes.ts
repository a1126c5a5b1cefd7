import type { FastifyInstance } from 'fastify';
import { searchTranscripts } from '#contract/search.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { search } from './service.ts';

export function searchRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  mount(app, searchTranscripts, ({ query }, { actor }) => search(deps, actor, query.q));
}
