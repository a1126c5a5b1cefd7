import type { FastifyInstance } from 'fastify';
import {
  editTranscript as editEndpoint,
  getHistoryEntry,
  listHistory,
  redoEdit,
  restoreEdit,
  undoEdit,
} from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { replaceTranscript, updateTranscript } from '#contract/transcripts.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { LARGE_ANSWER, mount } from '../../http/mount.ts';
import { editTranscript, readTranscript } from '../transcripts/access.ts';
import {
  edit,
  redo,
  restoreEverything,
  restoreSegment,
  undo,
  updateDetails,
  viewEdit,
  viewHistory,
} from './service.ts';

export function editingRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'events'>): void {
  const editor = async (actor: Actor, id: TranscriptId) => ({
    actor,
    transcript: await editTranscript(deps, actor, id),
  });

  // One handler for both verbs: a part of the fields changes just these.
  for (const endpoint of [updateTranscript, replaceTranscript]) {
    mount(
      app,
      endpoint,
      async ({ params, body }, { actor }) => updateDetails(deps, await editor(actor, params.id), body),
      LARGE_ANSWER,
    );
  }

  mount(
    app,
    editEndpoint,
    async ({ params, body }, { actor }) => edit(deps, await editor(actor, params.id), body),
    LARGE_ANSWER,
  );

  mount(
    app,
    undoEdit,
    async ({ params }, { actor }) => undo(deps, await editor(actor, params.id)),
    LARGE_ANSWER,
  );

  mount(
    app,
    redoEdit,
    async ({ params }, { actor }) => redo(deps, await editor(actor, params.id)),
    LARGE_ANSWER,
  );

  mount(
    app,
    restoreEdit,
    async ({ params: { id, editId }, body }, { actor }) => {
      const by = await editor(actor, id);
      return body.scope === 'everything'
        ? restoreEverything(deps, by, editId)
        : restoreSegment(deps, by, { editId, segmentId: body.segmentId });
    },
    LARGE_ANSWER,
  );

  mount(app, listHistory, async ({ params, query }, { actor }) =>
    viewHistory(deps, await readTranscript(deps, actor, params.id), query),
  );

  mount(app, getHistoryEntry, async ({ params: { id, editId } }, { actor }) =>
    viewEdit(deps, await readTranscript(deps, actor, id), editId),
  );
}
