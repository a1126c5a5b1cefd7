import type { FastifyInstance } from 'fastify';
import { findSimilar, searchNotes, searchProject, searchTranscripts } from '#contract/search.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { requireReadableProject } from '../members/access.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import { findInNotes, search, searchWithin } from './service.ts';
import { type SimilarAnswer, similarIn, similarInAll, similarInProject } from './similar.ts';

export function searchRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'work' | 'embedder' | 'log'>,
): void {
  mount(app, searchTranscripts, ({ query }, call) =>
    deps.work.run(callerOf(call), (signal) => search(deps, call.actor, { q: query.q, signal })),
  );
  mount(app, searchProject, async ({ params, query }, call) => {
    const project = await requireReadableProject(deps, call.actor, params.id);
    return deps.work.run(callerOf(call), (signal) => searchWithin(deps, project, { q: query.q, signal }));
  });
  mount(app, searchNotes, async ({ query: { q, projectId } }, call) => {
    const place =
      projectId === undefined
        ? { readerId: call.actor.id }
        : { projectId: (await requireReadableProject(deps, call.actor, projectId)).id };
    return deps.work.run(callerOf(call), (signal) => findInNotes(deps, place, { q, signal }));
  });
  mount(app, findSimilar, async ({ query: { q, transcriptId, projectId } }, call) => {
    const { actor } = call;
    const aside = (find: (asked: { question: string; signal: AbortSignal }) => Promise<SimilarAnswer>) =>
      deps.work.runAside(callerOf(call), (signal) => find({ question: q, signal }));
    if (transcriptId !== undefined) {
      const transcript = await requireReadableTranscript(deps, actor, transcriptId);
      return aside((asked) => similarIn(deps, transcript, asked));
    }
    if (projectId !== undefined) {
      const project = await requireReadableProject(deps, actor, projectId);
      return aside((asked) => similarInProject(deps, project, asked));
    }
    return aside((asked) => similarInAll(deps, actor, asked));
  });
}
