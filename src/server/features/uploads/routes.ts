import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UploadId, wholeNumber } from '#contract/ids.ts';
import { TranscriptionOptions } from '#contract/transcription-options.ts';
import { uploadPartBytes } from '#contract/upload-limits.ts';
import {
  authorizeUpload,
  findKnownRecordings,
  getUploadLimits,
  listUploadParts,
  processUpload,
} from '#contract/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { receiveBytes, withoutParsers } from '../../http/raw-body.ts';
import { findKnown } from '../transcripts/service.ts';
import { partSizeFor, wholeAddress } from './arrival.ts';
import { UploadAttempts } from './attempts.ts';
import { listParts, openUpload, processUploaded, receivePart, receiveUpload } from './service.ts';
import { checkUploadAddress, type UploadTarget } from './signed-address.ts';

type UploadDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'store' | 'jobs' | 'events' | 'signer'>;

const UploadPart = wholeNumber({ min: 1 });
const Address = z.object({ expires: z.string(), signature: z.string() });

export function uploadRoutes(app: FastifyInstance, deps: UploadDeps): void {
  const { maxUploadBytes } = deps.config;

  mount(app, getUploadLimits, () => ({ maxBytes: maxUploadBytes }));

  mount(app, authorizeUpload, async ({ body }, { actor, request }) => {
    const uploadId = await openUpload(deps, actor, body);
    const address = await wholeAddress(deps, { id: uploadId, declaredBytes: body.filesize });
    return {
      uploadUrl: absolute(request, address),
      uploadId,
      maxSize: maxUploadBytes,
      partSize: partSizeFor(body.filesize),
    };
  });

  mount(app, listUploadParts, async ({ params }, { actor, request }) => {
    const { partBytes, parts } = await listParts(deps, actor, params.id);
    return {
      partSize: partBytes,
      parts: parts.map((part) => ({ ...part, url: part.url && absolute(request, part.url) })),
    };
  });

  mount(app, findKnownRecordings, ({ body: { sizeBytes, sha256 } }, { actor }) =>
    findKnown(deps, actor, { sizeBytes, contentHash: sha256 }),
  );

  mount(app, processUpload, async ({ body }, { actor }) => ({
    id: await processUploaded(deps, actor, {
      uploadId: body.uploadId,
      options: TranscriptionOptions.parse(body),
      text: body.importId && { importId: body.importId, timing: body.importTiming },
    }),
  }));

  const attempts = new UploadAttempts();
  // The signed address is the permission, as with a cloud store.
  withoutParsers(app, (scope) => {
    scope.put<{ Params: { id: string } }>(
      '/api/upload/:id/content',
      { schema: { hide: true } },
      async (request, reply) => {
        checkAddress({ uploadId: request.params.id, part: null }, request.query);
        const uploadId = UploadId.parse(request.params.id);
        return receiveBytes({ request, reply }, maxUploadBytes, (arriving) =>
          attempts.receive({ uploadId, kind: 'whole' }, arriving, (body) =>
            receiveUpload(deps, uploadId, body),
          ),
        );
      },
    );
    scope.put<{ Params: { id: string; number: string } }>(
      '/api/upload/:id/parts/:number',
      { schema: { hide: true } },
      async (request, reply) => {
        const part = readPart(request.params.number);
        checkAddress({ uploadId: request.params.id, part }, request.query);
        const uploadId = UploadId.parse(request.params.id);
        return receiveBytes({ request, reply }, uploadPartBytes(maxUploadBytes), (arriving) =>
          attempts.receive({ uploadId, kind: 'part' }, arriving, (body) =>
            receivePart(deps, { uploadId, part }, body),
          ),
        );
      },
    );
  });

  function checkAddress(target: UploadTarget, query: unknown): void {
    checkUploadAddress(deps, { target, ...parseAddress(query) });
  }

  /** An address of the store is absolute; a path is on this site, at whatever address people reach it. */
  function absolute(request: FastifyRequest, address: string): string {
    return new URL(address, publicOrigin(request, deps.config.publicUrl)).href;
  }
}

function readPart(text: string): number {
  const part = UploadPart.safeParse(text);
  if (!part.success) throw new AppError('upload_link_expired');
  return part.data;
}

function parseAddress(query: unknown): z.infer<typeof Address> {
  const parsed = Address.safeParse(query);
  if (!parsed.success) throw new AppError('upload_link_expired');
  return parsed.data;
}
