import type { FastifyInstance } from 'fastify';
import {
  editTranscript,
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
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount } from '../../http/mount.ts';
import { requireEditableTranscript, requireReadableTranscript } from '../transcripts/access.ts';
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

export function editingRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'events' | 'work'>): void {
  const editor = async (actor: Actor, id: TranscriptId) => ({
    actor,
    transcript: await requireEditableTranscript(deps, actor, id),
  });

  // One handler for both verbs: either changes only the fields that are given.
  for (const endpoint of [updateTranscript, replaceTranscript]) {
    mount(
      app,
      endpoint,
      async ({ params, body }, call) => {
        const by = await editor(call.actor, params.id);
        // The response contains the whole text.
        return deps.work.run(callerOf(call), () => updateDetails(deps, by, body));
      },
      LARGE_ANSWER,
    );
  }

  mount(
    app,
    editTranscript,
    async ({ params, body }, { actor }) =>
      edit(deps, await editor(actor, params.id), {
        wanted: body,
        reread: () => requireEditableTranscript(deps, actor, params.id),
      }),
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
    async ({ params: { id, editId }, body }, call) => {
      const by = await editor(call.actor, id);
      return deps.work.run(callerOf(call), () =>
        body.scope === 'everything'
          ? restoreEverything(deps, by, editId)
          : restoreSegment(deps, by, { editId, segmentId: body.segmentId }),
      );
    },
    LARGE_ANSWER,
  );

  mount(app, listHistory, async ({ params, query }, call) => {
    const transcript = await requireReadableTranscript(deps, call.actor, params.id);
    return deps.work.run(callerOf(call), () => viewHistory(deps, transcript, query));
  });

  mount(app, getHistoryEntry, async ({ params: { id, editId } }, call) => {
    const transcript = await requireReadableTranscript(deps, call.actor, id);
    return deps.work.run(callerOf(call), () => viewEdit(deps, transcript, editId));
  });
}
