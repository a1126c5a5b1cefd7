import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import { importOntoTranscript } from '#contract/imports.ts';
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
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount, type SENT } from '../../http/mount.ts';
import { sendPacked } from '../../http/packed-json.ts';
import { requireOwnedTranscript, requireReadableTranscript } from './access.ts';
import { cancelTranscription, importOnto, retryTranscription, transcribeAgain } from './runs.ts';
import {
  deleteTranscript,
  listOwn,
  packText,
  packWords,
  viewDetails,
  viewRights,
  viewTranscript,
  viewWaveform,
  viewWaveformPart,
} from './service.ts';
import { listVersions, restoreVersion } from './versions.ts';

export function transcriptRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'events' | 'work'>,
): void {
  mount(app, listTranscripts, ({ query }, { actor }) => listOwn(deps, actor, query));

  mount(
    app,
    getTranscript,
    async ({ params }, call) => {
      const transcript = await requireReadableTranscript(deps, call.actor, params.id);
      // A transcript in progress changes all the time, and is still short.
      if (transcript.status !== 'completed') return viewTranscript(deps, call.actor, transcript);
      const text = await packText(deps, transcript, callerOf(call));
      const rights = await viewRights(deps, call.actor, transcript);
      return sendPacked(call, text, { ...(await viewDetails(deps, transcript)), ...rights });
    },
    LARGE_ANSWER,
  );

  mount(app, getWords, async ({ params }, call): Promise<typeof SENT> => {
    const transcript = await requireReadableTranscript(deps, call.actor, params.id);
    return sendPacked(call, await packWords(deps, transcript, callerOf(call)));
  });

  mount(app, deleteEndpoint, async ({ params }, { actor }) => {
    await deleteTranscript(deps, await requireOwnedTranscript(deps, actor, params.id));
    return SUCCESS;
  });

  mount(app, cancelTranscript, async ({ params }, { actor }) =>
    cancelTranscription(deps, await requireOwnedTranscript(deps, actor, params.id)),
  );

  mount(app, retryTranscript, async ({ params, body }, { actor }) =>
    retryTranscription(deps, await requireOwnedTranscript(deps, actor, params.id), body),
  );

  mount(
    app,
    getWaveform,
    async ({ params, query: { from, to } }, call) => {
      const transcript = await requireReadableTranscript(deps, call.actor, params.id);
      if (from === undefined || to === undefined) return viewWaveform(deps, transcript);
      return deps.work.run(callerOf(call), () => viewWaveformPart(deps, transcript, { from, to }));
    },
    LARGE_ANSWER,
  );

  mount(app, transcribeAgainEndpoint, async ({ params, body }, { actor }) =>
    transcribeAgain(deps, await requireOwnedTranscript(deps, actor, params.id), body),
  );

  mount(app, importOntoTranscript, async ({ params, body }, { actor }) => {
    const transcript = await requireOwnedTranscript(deps, actor, params.id);
    return importOnto(deps, { actor, transcript }, body);
  });

  mount(app, listVersionsEndpoint, async ({ params }, { actor }) =>
    listVersions(deps, await requireReadableTranscript(deps, actor, params.id)),
  );

  mount(app, restoreVersionEndpoint, async ({ params }, call) => {
    const { actor } = call;
    const transcript = await requireOwnedTranscript(deps, actor, params.id);
    return deps.work.run(callerOf(call), () => restoreVersion(deps, { actor, transcript }, params.version));
  });
}
