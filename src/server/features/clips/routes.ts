import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SUCCESS } from '#contract/auth.ts';
import {
  clipFilePath,
  createClip as createEndpoint,
  deleteClip as deleteEndpoint,
  getClip,
  listClips as listEndpoint,
} from '#contract/clips.ts';
import { ClipId, TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, requireActor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { dispositionOf } from '../../file-name.ts';
import { callerOf } from '../../http/caller.ts';
import { mount, onlySignedIn } from '../../http/mount.ts';
import { sendStoredFile } from '../../http/stored-file.ts';
import { requireReadableTranscript } from '../transcripts/access.ts';
import { clipFile, createClip, deleteClip, listClips, viewClip } from './service.ts';

type ClipDeps = Pick<Deps, 'db' | 'jobs' | 'events' | 'store' | 'work'>;

export function clipRoutes(app: FastifyInstance, deps: ClipDeps): void {
  const ask = async (actor: Actor, id: TranscriptId) => ({
    actor,
    transcript: await requireReadableTranscript(deps, actor, id),
  });

  mount(app, createEndpoint, async ({ params, body }, call) =>
    createClip(deps, await ask(call.actor, params.id), body, {
      caller: callerOf(call),
      reread: () => requireReadableTranscript(deps, call.actor, params.id),
    }),
  );

  mount(app, listEndpoint, async ({ params }, { actor }) => listClips(deps, await ask(actor, params.id)));

  mount(app, getClip, async ({ params }, { actor }) =>
    viewClip(deps, await ask(actor, params.id), params.clipId),
  );

  mount(app, deleteEndpoint, async ({ params }, { actor }) => {
    await deleteClip(deps, await ask(actor, params.id), params.clipId);
    return SUCCESS;
  });

  app.route<{ Params: { id: string; clipId: string } }>({
    method: ['GET', 'HEAD'],
    url: clipFilePath(':id', ':clipId'),
    schema: { hide: true },
    compress: false,
    onRequest: onlySignedIn({ scope: 'read', withinProject: true }),
    handler: (request, reply) => sendFile(deps, request, reply),
  });
}

async function sendFile(
  deps: ClipDeps,
  request: FastifyRequest<{ Params: { id: string; clipId: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = requireActor(request);
  const id = TranscriptId.safeParse(request.params.id);
  if (!id.success) throw new AppError('transcript_not_found');
  const clipId = ClipId.safeParse(request.params.clipId);
  if (!clipId.success) throw new AppError('clip_not_found');
  const transcript = await requireReadableTranscript(deps, actor, id.data);
  const { key, mimeType, filename } = await clipFile(deps, transcript, clipId.data);
  return sendStoredFile({ request, reply }, deps.store, {
    key,
    mimeType,
    disposition: dispositionOf('attachment', filename),
    missing: 'clip_not_found',
  });
}
