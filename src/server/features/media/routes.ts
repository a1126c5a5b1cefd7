import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TranscriptId } from '#contract/ids.ts';
import { MEDIA_TOKEN_MS } from '#contract/limits.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { checkMediaToken, makeMediaToken } from '../../media-token.ts';
import { refuseEndedShare } from '../shares/access.ts';
import { readTranscript } from '../transcripts/access.ts';
import { recordingOf } from '../transcripts/service.ts';
import { parseRange } from './range.ts';

type MediaDeps = Pick<Deps, 'db' | 'store' | 'signer'>;

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  mount(app, getMediaToken, async ({ params }, { actor }) => {
    const transcript = await readTranscript(deps, actor, params.id);
    return { token: makeMediaToken(deps.signer, TranscriptId.parse(transcript.id)) };
  });

  mount(app, getMediaCdnUrl, async ({ params }, { actor }) => {
    const transcript = await readTranscript(deps, actor, params.id);
    const recording = await recordingOf(deps, TranscriptId.parse(transcript.id));
    const cdnUrl =
      (recording && (await deps.store.addresses?.get(recording.key, recording.mimeType, MEDIA_TOKEN_MS))) ??
      null;
    if (cdnUrl !== null) {
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
        const shareId = checkMediaToken(deps.signer, id.data, request.query.token);
        if (shareId !== null) await refuseEndedShare(deps, shareId);
        return sendRecording(deps, id.data, request, reply);
      },
    });
  }
}

async function sendRecording(
  deps: MediaDeps,
  id: TranscriptId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const recording = await recordingOf(deps, id);
  const file = recording && (await deps.store.stat(recording.key));
  if (!file) throw new AppError('media_not_found');
  const isKnown = request.headers['if-none-match'] === file.etag;
  const range = wantsRange(request, file.etag)
    ? parseRange(request.headers.range, file.sizeBytes)
    : undefined;
  const hasBody = request.method !== 'HEAD' && !isKnown && range !== 'unsatisfiable';
  // Before any header is set: an answer that says why there are no bytes must not be kept for an hour.
  const bytes = hasBody ? await deps.store.read(recording.key, range) : undefined;
  reply.headers({
    'content-type': recording.mimeType,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'cache-control': 'private, max-age=3600',
    'content-disposition': 'inline',
    // Whatever the bytes are, they are never a page of ours.
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (isKnown) return reply.code(304).send();
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  }
  const length = range ? range.end - range.start + 1 : file.sizeBytes;
  reply.code(range ? 206 : 200).header('content-length', length);
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  return reply.send(bytes);
}

/** A part of another version of the file would not fit to what the browser has: If-Range asks for the whole then. */
function wantsRange(request: FastifyRequest, etag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
}
