import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SUCCESS } from '#contract/auth.ts';
import { RecordingId, wholeNumber } from '#contract/ids.ts';
import { MAX_PIECE_BYTES } from '#contract/limits.ts';
import {
  discardRecording,
  listRecordings,
  RECORDING_PIECE_PATH,
  RecordingForm,
  TRANSCRIBE_RECORDING_PATH,
} from '#contract/recordings.ts';
import { AppError } from '../../app-error.ts';
import { requireActor } from '../../auth/actor.ts';
import { mount, onlySignedIn } from '../../http/mount.ts';
import {
  fileBytes,
  receiveBytes,
  refuseBytes,
  requestDisconnectSignal,
  withoutParsers,
} from '../../http/raw-body.ts';
import { discard, keepPiece, listOwnRecordings, type RecordingDeps, transcribeRecording } from './service.ts';

const Piece = z.object({ id: RecordingId, position: wholeNumber({ min: 0, max: 1_000_000 }) });

const FIELDS = { fields: 10, fieldNameSize: 100, fieldSize: 1000, files: 1, headerPairs: 50 };

export function recordingRoutes(app: FastifyInstance, deps: RecordingDeps): void {
  mount(app, listRecordings, async (_input, { actor }) => ({
    recordings: await listOwnRecordings(deps, actor),
  }));

  mount(app, discardRecording, async ({ params }, { actor }) => {
    await discard(deps, actor, params.id);
    return SUCCESS;
  });

  withoutParsers(app, (scope) =>
    scope.put(
      RECORDING_PIECE_PATH,
      { schema: { hide: true }, onRequest: onlySignedIn({ scope: 'transcribe' }) },
      async (request, reply) => {
        const piece = Piece.safeParse(request.params);
        if (!piece.success) throw new AppError('recording_not_found');
        const actor = requireActor(request);
        return receiveBytes({ request, reply }, MAX_PIECE_BYTES, (body) =>
          keepPiece(deps, { actor, ...piece.data }, body),
        );
      },
    ),
  );

  app.register(async (scope) => {
    await scope.register(multipart, { limits: { ...FIELDS, fileSize: deps.config.maxUploadBytes + 1 } });
    scope.post(
      TRANSCRIBE_RECORDING_PATH,
      { schema: { hide: true }, onRequest: onlySignedIn({ scope: 'transcribe' }) },
      async (request, reply) => {
        const actor = requireActor(request);
        const signal = requestDisconnectSignal(request);
        try {
          const part = await findVideo(request);
          const form = RecordingForm.safeParse(fieldsOf(part));
          if (!form.success) throw new AppError('invalid_input');
          const { mimetype: contentType, filename } = part;
          const bytes = fileBytes(part.file);
          const file = { contentType, filename, bytes, signal };
          return { transcriptId: await transcribeRecording(deps, { actor, form: form.data }, file) };
        } catch (error) {
          return refuseBytes({ request, reply, signal }, error);
        }
      },
    );
  });
}

/** The form's file; its fields come before it. */
async function findVideo(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new AppError('video_field_missing');
  const part = await request.file().catch((cause: unknown) => {
    throw new AppError('video_field_missing', { cause });
  });
  if (part?.fieldname !== 'video') throw new AppError('video_field_missing');
  return part;
}

function fieldsOf({ fields }: MultipartFile): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[name, field.value]] : [],
    ),
  );
}
