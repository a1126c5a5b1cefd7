import type { FastifyInstance } from 'fastify';
import { searchTranscripts } from '#contract/search.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { search } from './service.ts';

export function searchRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'work'>): void {
  mount(app, searchTranscripts, ({ query }, call) =>
    deps.work.run(callerOf(call), (signal) => search(deps, { actor: call.actor, signal }, query.q)),
  );
}
