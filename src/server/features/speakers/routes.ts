import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import type { TranscriptId } from '#contract/ids.ts';
import {
  applySpeakerSearch,
  endSpeakerSearch,
  getSpeakerSearch,
  startSpeakerSearch,
} from '#contract/speaker-search.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount } from '../../http/mount.ts';
import { requireEditableTranscript } from '../transcripts/access.ts';
import { applySearch, endSearch, startSearch, viewBetter, viewSearch } from './service.ts';

export function speakerRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'events' | 'work' | 'engine'>,
): void {
  const ask = async (actor: Actor, id: TranscriptId) => ({
    actor,
    transcript: await requireEditableTranscript(deps, actor, id),
  });

  mount(app, startSpeakerSearch, async ({ params, body }, { actor }) =>
    startSearch(deps, await ask(actor, params.id), body),
  );

  mount(app, getSpeakerSearch, async ({ params }, call) => {
    const asked = await ask(call.actor, params.id);
    return {
      search: await viewSearch(deps, asked, callerOf(call)),
      better: await viewBetter(deps, asked),
    };
  });

  mount(
    app,
    applySpeakerSearch,
    async ({ params }, call) =>
      applySearch(deps, await ask(call.actor, params.id), {
        caller: callerOf(call),
        reread: () => requireEditableTranscript(deps, call.actor, params.id),
      }),
    LARGE_ANSWER,
  );

  mount(app, endSpeakerSearch, async ({ params }, { actor }) => {
    await endSearch(deps, await ask(actor, params.id));
    return SUCCESS;
  });
}
