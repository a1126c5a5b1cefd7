import type { FastifyInstance } from 'fastify';
import { TranscriptId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { AppError } from '../../app-error.ts';
import type { Actor, Asker } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sendStoredFile } from '../../http/stored-file.ts';
import { checkMediaToken, type MediaHolder, makeMediaToken } from '../../media-token.ts';
import { findAssistantReader } from '../assistants/service.ts';
import { refuseEndedShare } from '../shares/access.ts';
import { findTokenReader } from '../tokens/service.ts';
import { refuseEndedReader, requireReadableTranscript } from '../transcripts/access.ts';
import { recordingOf } from '../transcripts/service.ts';

type MediaDeps = Pick<Deps, 'db' | 'clock' | 'store' | 'signer'>;

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  mount(app, getMediaToken, async ({ params }, { actor }) => {
    const transcript = await requireReadableTranscript(deps, actor, params.id);
    const holder = holderOf(actor);
    return { token: makeMediaToken(deps, TranscriptId.parse(transcript.id), holder) };
  });

  mount(app, getMediaCdnUrl, async ({ params }, { actor }) => {
    const transcript = await requireReadableTranscript(deps, actor, params.id);
    // A signed address cannot be revoked, so members and programs, whose access may end, are served from here.
    const recording =
      transcript.userId === actor.id && actor.via === 'session'
        ? await recordingOf(deps, TranscriptId.parse(transcript.id))
        : undefined;
    const cdnUrl =
      recording && (await deps.store.addresses?.get(recording.key, recording.mimeType, MEDIA_TOKEN_MS));
    if (cdnUrl) {
      const message = 'The media store hands this recording out itself.';
      return { cdnUrl, expiresIn: MEDIA_TOKEN_MS / 1000, useLocalStreaming: false, message };
    }
    return {
      cdnUrl: null,
      expiresIn: 0,
      useLocalStreaming: true,
      message: 'This server streams its recordings itself.',
    };
  });

  for (const url of ['/media/:id/:name', '/api/media/:id/:name']) {
    app.route<{ Params: { id: string }; Querystring: { token?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      compress: false,
      handler: async (request, reply) => {
        const id = TranscriptId.safeParse(request.params.id);
        if (!id.success) throw new AppError('media_not_found');
        const holder = checkMediaToken(deps, id.data, request.query.token);
        if (holder.kind === 'share') await refuseEndedShare(deps, holder.id);
        else await refuseEndedReader(deps, await readerOf(deps, holder), id.data);
        const recording = await recordingOf(deps, id.data);
        // Whoever has the token plays it, also within a page of an assistant.
        reply.header('cross-origin-resource-policy', 'cross-origin');
        return sendStoredFile({ request, reply }, deps.store, {
          key: recording?.key,
          mimeType: recording?.mimeType ?? '',
          missing: 'media_not_found',
        });
      },
    });
  }
}

function holderOf(actor: Actor): MediaHolder {
  if (actor.via === 'session') return { kind: 'person', id: actor.id };
  const { token } = actor;
  return token.kind === 'personal' ? { kind: 'token', id: token.id } : { kind: 'assistant', id: token.id };
}

/** Throws 'media_forbidden' for a program whose access token has ended, and for an assistant that was disconnected. */
async function readerOf(
  deps: Pick<Deps, 'db'>,
  holder: Exclude<MediaHolder, { kind: 'share' }>,
): Promise<Asker> {
  if (holder.kind === 'person') return { id: holder.id, reach: null };
  const reader = await (holder.kind === 'token'
    ? findTokenReader(deps, holder.id)
    : findAssistantReader(deps, holder.id));
  if (!reader) throw new AppError('media_forbidden');
  return reader;
}
