import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  cancelTranscript,
  deleteTranscript as deleteEndpoint,
  getTranscript,
  getWaveform,
  listTranscripts,
  replaceTranscript,
  retryTranscript,
  updateTranscript,
} from '#contract/transcripts.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { editTranscript, ownTranscript, readTranscript } from './access.ts';
import {
  cancelTranscription,
  deleteTranscript,
  listOwn,
  retryTranscription,
  updateDetails,
  viewTranscript,
  viewWaveform,
} from './service.ts';

export function transcriptRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'jobs' | 'events'>): void {
  mount(app, listTranscripts, ({ query }, { actor }) => listOwn(deps, actor, query));

  mount(app, getTranscript, async ({ params }, { actor }) =>
    viewTranscript(deps, await readTranscript(deps, actor, params.id)),
  );

  // One handler for both verbs: a part of the fields changes just these.
  for (const endpoint of [updateTranscript, replaceTranscript]) {
    mount(app, endpoint, async ({ params, body }, { actor }) =>
      updateDetails(deps, await editTranscript(deps, actor, params.id), body),
    );
  }

  mount(app, deleteEndpoint, async ({ params }, { actor }) => {
    await deleteTranscript(deps, await ownTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(app, cancelTranscript, async ({ params }, { actor }) =>
    cancelTranscription(deps, await ownTranscript(deps, actor, params.id)),
  );

  mount(app, retryTranscript, async ({ params }, { actor }) =>
    retryTranscription(deps, await ownTranscript(deps, actor, params.id)),
  );

  mount(app, getWaveform, async ({ params }, { actor }) =>
    viewWaveform(deps, await readTranscript(deps, actor, params.id)),
  );
}
