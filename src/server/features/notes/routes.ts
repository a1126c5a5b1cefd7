import type { FastifyInstance } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  createNote,
  createReply,
  deleteNote,
  deleteReply,
  listNotes,
  updateNote as updateEndpoint,
  updateReply as updateReplyEndpoint,
} from '#contract/notes.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { type Call, LARGE_ANSWER, mount } from '../../http/mount.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import { addNote, addReply, removeNote, removeReply, updateNote, updateReply, viewNotes } from './service.ts';

export function noteRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'events' | 'work'>): void {
  mount(
    app,
    listNotes,
    async ({ params, query }, call) => {
      const transcript = await requireReadableTranscript(deps, call.actor, params.id);
      return deps.work.run(callerOf(call), (signal) =>
        viewNotes(deps, transcript, { actor: call.actor, signal, after: query.after }),
      );
    },
    LARGE_ANSWER,
  );

  mount(app, createNote, ({ params, body }, call) => addNote(deps, { ...params, ...doerOf(call) }, body));

  mount(app, updateEndpoint, ({ params, body }, call) =>
    updateNote(deps, { ...params, ...doerOf(call) }, body),
  );

  mount(app, deleteNote, async ({ params }, { actor }) => {
    await removeNote(deps, { actor, ...params });
    return SUCCESS;
  });

  mount(app, createReply, ({ params, body }, call) =>
    addReply(deps, { ...params, ...doerOf(call) }, body.text),
  );

  mount(app, updateReplyEndpoint, ({ params, body }, call) =>
    updateReply(deps, { ...params, ...doerOf(call) }, body.text),
  );

  mount(app, deleteReply, ({ params }, call) => removeReply(deps, { ...params, ...doerOf(call) }));
}

/** Who calls, and whether the caller still waits. */
function doerOf(call: Call<Actor>) {
  return { actor: call.actor, signal: callerOf(call).signal };
}
