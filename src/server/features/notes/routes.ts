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
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount } from '../../http/mount.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import { addNote, addReply, removeNote, removeReply, updateNote, updateReply, viewNotes } from './service.ts';

export function noteRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'events' | 'work'>): void {
  mount(
    app,
    listNotes,
    async ({ params }, call) => {
      const transcript = await requireReadableTranscript(deps, call.actor, params.id);
      const notes = await deps.work.run(callerOf(call), () => viewNotes(deps, call.actor, transcript));
      return { notes };
    },
    LARGE_ANSWER,
  );

  mount(app, createNote, ({ params, body }, { actor }) => addNote(deps, { actor, ...params }, body));

  mount(app, updateEndpoint, ({ params, body }, { actor }) => updateNote(deps, { actor, ...params }, body));

  mount(app, deleteNote, async ({ params }, { actor }) => {
    await removeNote(deps, { actor, ...params });
    return SUCCESS;
  });

  mount(app, createReply, ({ params, body }, { actor }) => addReply(deps, { actor, ...params }, body.text));

  mount(app, updateReplyEndpoint, ({ params, body }, { actor }) =>
    updateReply(deps, { actor, ...params }, body.text),
  );

  mount(app, deleteReply, ({ params }, { actor }) => removeReply(deps, { actor, ...params }));
}
