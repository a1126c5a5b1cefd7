import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { UploadId } from '#contract/ids.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { publicOrigin } from '../../http/origin.ts';
import { receiveBytes, withoutParsers } from '../../http/raw-body.ts';
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

  // The signed address is the permission, as with a cloud store.
  withoutParsers(app, (scope) =>
    scope.put<{ Params: { id: string } }>(
      '/api/upload/:id/content',
      { schema: { hide: true } },
      async (request, reply) => {
        const { expires, signature } = parseAddress(request.query);
        checkUploadAddress(deps.signer, { uploadId: request.params.id, expires, signature });
        return receiveBytes({ request, reply }, MAX_UPLOAD_BYTES, (body) =>
          receiveUpload(deps, UploadId.parse(request.params.id), body),
        );
      },
    ),
  );
}

function parseAddress(query: unknown): z.infer<typeof Address> {
  const parsed = Address.safeParse(query);
  if (!parsed.success) throw new AppError('upload_link_expired');
  return parsed.data;
}
