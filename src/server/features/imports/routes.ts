import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createFromImport as createEndpoint, IMPORTS_PATH, PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { FileName } from '#contract/uploads.ts';
import { AppError } from '../../app-error.ts';
import { requireActor } from '../../auth/actor.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount, onlySignedIn } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { answerBytes, withoutParsers } from '../../http/raw-body.ts';
import { createFromImport, type ImportDeps, keepImport, previewImport } from './service.ts';

const FILES_A_MINUTE = 30;

const LIMIT = { maxBytes: MAX_IMPORT_BYTES, tooLarge: () => new AppError('import_too_large') };
const Named = z.object({ filename: FileName });

export function importRoutes(app: FastifyInstance, deps: ImportDeps): void {
  mount(app, createEndpoint, async ({ params, body }, { actor }) => ({
    id: await createFromImport(deps, actor, {
      importId: params.id,
      title: body.title,
      language: body.language,
    }),
  }));

  withoutParsers(app, (scope) => {
    scope.post(
      PREVIEW_IMPORT_PATH,
      {
        schema: { hide: true },
        ...LARGE_ANSWER,
        ...perPerson(FILES_A_MINUTE),
        onRequest: onlySignedIn({ scope: 'read' }),
      },
      async (request, reply) => {
        const caller = callerOf({ request, reply });
        return answerBytes({ request, reply }, LIMIT, (body) => previewImport(deps, caller, body));
      },
    );

    scope.post(
      IMPORTS_PATH,
      {
        schema: { hide: true, querystring: Named },
        ...perPerson(FILES_A_MINUTE),
        onRequest: onlySignedIn({ scope: 'transcribe', withinProject: true }),
      },
      async (request, reply) => {
        const caller = callerOf({ request, reply });
        const actor = requireActor(request);
        // Checked by the schema.
        const { filename } = request.query as z.infer<typeof Named>;
        return answerBytes({ request, reply }, LIMIT, async (body) => {
          const kept = await keepImport(deps, { actor, caller, filename }, body);
          reply.code(201);
          return kept;
        });
      },
    );
  });
}
