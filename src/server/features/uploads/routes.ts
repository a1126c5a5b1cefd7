import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { UploadId } from '#contract/ids.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { sendError } from '../../http/error-handler.ts';
import { mount } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { openUpload, processUploaded, receiveUpload } from './service.ts';
import { checkUploadAddress, signUploadAddress } from './signed-address.ts';

type UploadDeps = Pick<Deps, 'config' | 'db' | 'store' | 'jobs' | 'events' | 'signer'>;

const Address = z.object({ expires: z.string(), signature: z.string() });

export function uploadRoutes(app: FastifyInstance, deps: UploadDeps): void {
  mount(app, authorizeUpload, async ({ body }, { actor, request }) => {
    const uploadId = await openUpload(deps, actor, body);
    const path = signUploadAddress(deps.signer, uploadId);
    return {
      uploadUrl: publicOrigin(request, deps.config.publicUrl) + path,
      uploadId,
      maxSize: MAX_UPLOAD_BYTES,
    };
  });

  mount(app, processUpload, async ({ body }, { actor }) => ({
    id: await processUploaded(deps, actor, body),
  }));

  app.register(async (scope) => receiveRoute(scope, deps));
}

/** The bytes' own route, where no parser touches the body. The signed address is the permission, as with a cloud store. */
async function receiveRoute(app: FastifyInstance, deps: UploadDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.put<{ Params: { id: string } }>(
    '/api/upload/:id/content',
    { schema: { hide: true } },
    async (request, reply) => {
      const { expires, signature } = parseAddress(request.query);
      checkUploadAddress(deps.signer, { uploadId: request.params.id, expires, signature });
      if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) {
        // The rest of the body is not read: the connection ends with the answer.
        reply.header('connection', 'close');
        throw new AppError('file_too_large');
      }
      const abort = new AbortController();
      request.raw.once('close', () => {
        if (!request.raw.complete) abort.abort(new Error('The connection was lost.'));
      });
      try {
        await receiveUpload(deps, UploadId.parse(request.params.id), {
          bytes: request.raw,
          signal: abort.signal,
        });
      } catch (error) {
        if (error instanceof AppError) {
          if (!request.raw.complete) reply.header('connection', 'close');
          return sendError(reply, error);
        }
        if (abort.signal.aborted) return reply.hijack();
        throw error;
      }
      return reply.code(204).send();
    },
  );
}

function parseAddress(query: unknown): z.infer<typeof Address> {
  const parsed = Address.safeParse(query);
  if (!parsed.success) throw new AppError('upload_link_expired');
  return parsed.data;
}
