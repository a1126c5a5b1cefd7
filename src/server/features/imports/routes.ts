import type { FastifyInstance } from 'fastify';
import { PREVIEW_IMPORT_PATH } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, onlySignedIn } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { answerBytes, withoutParsers } from '../../http/raw-body.ts';
import { type ImportDeps, previewImport } from './service.ts';

const FILES_A_MINUTE = 30;

export function importRoutes(app: FastifyInstance, deps: ImportDeps): void {
  withoutParsers(app, (scope) =>
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
        const limit = { maxBytes: MAX_IMPORT_BYTES, tooLarge: 'import_too_large' } as const;
        return answerBytes({ request, reply }, limit, (body) => previewImport(deps, caller, body));
      },
    ),
  );
}
