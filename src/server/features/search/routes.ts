import type { FastifyInstance } from 'fastify';
import { findSimilar, searchTranscripts } from '#contract/search.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import { search } from './service.ts';
import { similarIn, similarInAll } from './similar.ts';

export function searchRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'work' | 'embedder' | 'log'>,
): void {
  mount(app, searchTranscripts, ({ query }, call) =>
    deps.work.run(callerOf(call), (signal) => search(deps, { actor: call.actor, signal }, query.q)),
  );
  mount(app, findSimilar, async ({ query: { q, transcriptId } }, call) => {
    if (transcriptId === undefined) {
      return deps.work.runAside(callerOf(call), (signal) =>
        similarInAll(deps, call.actor, { question: q, signal }),
      );
    }
    const transcript = await requireReadableTranscript(deps, call.actor, transcriptId);
    return deps.work.runAside(callerOf(call), (signal) =>
      similarIn(deps, transcript, { question: q, signal }),
    );
  });
}
