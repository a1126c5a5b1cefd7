import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Article,
  addWebArticle,
  articleFilePath,
  deleteArticle,
  getArticle,
  listArticles,
  UPLOAD_PDF_PATH,
  updateArticle,
} from '#contract/articles.ts';
import { SUCCESS } from '#contract/auth.ts';
import { ArticleId, ProjectId } from '#contract/ids.ts';
import { MAX_PDF_BYTES } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { requireActor } from '../../auth/actor.ts';
import { dispositionOf } from '../../file-name.ts';
import { callerOf } from '../../http/caller.ts';
import { LARGE_ANSWER, mount, onlySignedIn } from '../../http/mount.ts';
import { perPerson } from '../../http/rate-limit.ts';
import { fileBytes, refuseBytes, replyDisconnectSignal } from '../../http/raw-body.ts';
import { sendStoredFile } from '../../http/stored-file.ts';
import { requireEditableProject, requireReadableProject } from '../members/access.ts';
import { requireEditableArticle, requireReadableArticle } from './access.ts';
import { presentArticle } from './present.ts';
import {
  type ArticleDeps,
  addFromWeb,
  addPdf,
  listProjectArticles,
  removeArticle,
  renameArticle,
  type StoredPdf,
  storePdf,
} from './service.ts';

const PAGES_A_MINUTE = 30;
const PDFS_A_MINUTE = 20;
/** The store rejects files that are too large; the form's own limit covers the data after the file. */
const FORM_LIMITS = {
  fields: 10,
  fieldNameSize: 100,
  fieldSize: 1000,
  files: 1,
  headerPairs: 50,
  fileSize: MAX_PDF_BYTES + 1_000_000,
};

export function articleRoutes(app: FastifyInstance, deps: ArticleDeps): void {
  mount(
    app,
    listArticles,
    async ({ params, query }, call) => {
      const project = await requireReadableProject(deps, call.actor, params.id);
      const list = () => listProjectArticles(deps, project, { withContent: query.content === 'true' });
      return deps.work.run(callerOf(call), list);
    },
    LARGE_ANSWER,
  );

  mount(app, getArticle, async ({ params }, { actor }) =>
    presentArticle(await requireReadableArticle(deps, actor, params.id)),
  );

  mount(
    app,
    addWebArticle,
    ({ body }, { actor, reply }) => addFromWeb(deps, { actor, signal: replyDisconnectSignal(reply) }, body),
    perPerson(PAGES_A_MINUTE),
  );

  mount(app, updateArticle, async ({ params, body }, { actor }) => {
    const article = await requireEditableArticle(deps, actor, params.id);
    await renameArticle(deps, actor, { article, title: body.title });
    return SUCCESS;
  });

  mount(app, deleteArticle, async ({ params }, { actor }) => {
    await removeArticle(deps, actor, await requireEditableArticle(deps, actor, params.id));
    return SUCCESS;
  });

  app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS });
    scope.post(
      UPLOAD_PDF_PATH,
      {
        schema: { hide: true },
        ...perPerson(PDFS_A_MINUTE),
        onRequest: onlySignedIn({ scope: 'write', withinProject: true }),
      },
      async (request, reply) => {
        const signal = replyDisconnectSignal(reply);
        try {
          reply.code(201).send(await receivePdf(deps, request, signal));
          return reply;
        } catch (error) {
          return refuseBytes({ request, reply, signal }, error);
        }
      },
    );
  });

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: articleFilePath(':id'),
    schema: { hide: true },
    compress: false,
    onRequest: onlySignedIn({ scope: 'read', withinProject: true }),
    handler: async (request, reply) => sendFile(deps, request, reply),
  });
}

/**
 * Reads the form: `projectId` and `pdf`, in any order. If the project comes first, a forbidden upload is refused before the file
 * is sent; otherwise the file waits in the store.
 */
async function receivePdf(deps: ArticleDeps, request: FastifyRequest, signal: AbortSignal): Promise<Article> {
  const actor = requireActor(request);
  if (!request.isMultipart()) throw new AppError('pdf_missing');
  let projectId: ProjectId | undefined;
  let pdf: StoredPdf | undefined;
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field' && part.fieldname === 'projectId') {
        projectId = ProjectId.safeParse(part.value).data;
        if (projectId === undefined) throw new AppError('invalid_input');
        await requireEditableProject(deps, actor, projectId);
        refuseLongBody(request);
      } else if (part.type === 'file') {
        pdf = await storePart(deps, part, signal);
      }
    }
    if (!pdf) throw new AppError('pdf_missing');
    if (projectId === undefined) throw new AppError('invalid_input');
  } catch (error) {
    if (pdf) await deps.store.remove(pdf.storageKey);
    throw error;
  }
  return addPdf(deps, { actor, signal }, { projectId, pdf });
}

/** An incomplete or malformed form is the sender's fault. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (cause) {
    throw new AppError('invalid_input', { cause });
  }
}

/** A body whose declared length is too large is not read. */
function refuseLongBody({ headers }: FastifyRequest): void {
  const FORM_BYTES = 100_000;
  if (Number(headers['content-length'] ?? 0) > MAX_PDF_BYTES + FORM_BYTES)
    throw new AppError('pdf_too_large');
}

function storePart(
  deps: ArticleDeps,
  { fieldname, mimetype, filename, file }: MultipartFile,
  signal: AbortSignal,
): Promise<StoredPdf> {
  if (fieldname !== 'pdf') throw new AppError('pdf_missing');
  return storePdf(deps, { contentType: mimetype, filename, bytes: fileBytes(file), signal });
}

async function sendFile(
  deps: ArticleDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = ArticleId.safeParse(request.params.id);
  if (!id.success) throw new AppError('article_not_found');
  const { storageKey, filename } = await requireReadableArticle(deps, requireActor(request), id.data);
  return sendStoredFile({ request, reply }, deps.store, {
    key: storageKey ?? undefined,
    mimeType: 'application/pdf',
    disposition: dispositionOf('inline', filename ?? 'article.pdf'),
    missing: 'article_not_found',
  });
}
