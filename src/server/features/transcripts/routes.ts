import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  cancelTranscript,
  deleteTranscript as deleteEndpoint,
  getTranscript,
  getWaveform,
  getWords,
  listTranscripts,
  listVersions as listVersionsEndpoint,
  restoreVersion as restoreVersionEndpoint,
  retryTranscript,
  transcribeAgain as transcribeAgainEndpoint,
} from '#contract/transcripts.ts';
import type { Deps } from '../../deps.ts';
import { LARGE_ANSWER, mount } from '../../http/mount.ts';
import { ownTranscript, readTranscript } from './access.ts';
import { cancelTranscription, retryTranscription, transcribeAgain } from './runs.ts';
import { deleteTranscript, listOwn, viewTranscript, viewWaveform, viewWords } from './service.ts';
import { listVersions, restoreVersion } from './versions.ts';

export function transcriptRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'jobs' | 'events'>): void {
  mount(app, listTranscripts, ({ query }, { actor }) => listOwn(deps, actor, query));

  mount(
    app,
    getTranscript,
    async ({ params }, { actor }) =>
      viewTranscript(deps, actor, await readTranscript(deps, actor, params.id)),
    LARGE_ANSWER,
  );

  mount(
    app,
    getWords,
    async ({ params }, { actor }) => viewWords(deps, await readTranscript(deps, actor, params.id)),
    LARGE_ANSWER,
  );

  mount(app, deleteEndpoint, async ({ params }, { actor }) => {
    await deleteTranscript(deps, await ownTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(app, cancelTranscript, async ({ params }, { actor }) =>
    cancelTranscription(deps, await ownTranscript(deps, actor, params.id)),
  );

  mount(app, retryTranscript, async ({ params, body }, { actor }) =>
    retryTranscription(deps, await ownTranscript(deps, actor, params.id), body),
  );

  mount(app, getWaveform, async ({ params }, { actor }) =>
    viewWaveform(deps, await readTranscript(deps, actor, params.id)),
  );

  mount(app, transcribeAgainEndpoint, async ({ params, body }, { actor }) =>
    transcribeAgain(deps, await ownTranscript(deps, actor, params.id), body),
  );

  mount(app, listVersionsEndpoint, async ({ params }, { actor }) =>
    listVersions(deps, await readTranscript(deps, actor, params.id)),
  );

  mount(app, restoreVersionEndpoint, async ({ params }, { actor }) => {
    const transcript = await ownTranscript(deps, actor, params.id);
    return restoreVersion(deps, { actor, transcript }, params.version);
  });
}
