import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Article } from '#contract/articles.ts';
import type { ProjectId } from '#contract/ids.ts';
import { MAX_ARTICLES, MAX_PDF_BYTES } from '#contract/limits.ts';
import { mediaTypeOf } from '#contract/media-types.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { plainFileName } from '../../file-name.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import { emit } from '../../pipeline.ts';
import { readAddress, sameAddress } from '../../sources/articles/article-address.ts';
import { titleOfPdf } from '../../sources/articles/pdf-title.ts';
import { commitStoredFile } from '../../storage/commit-stored-file.ts';
import { lockEditableProject, type ReadableProject, requireEditableProject } from '../members/access.ts';
import { announceProject } from '../members/service.ts';
import type { EditableArticle } from './access.ts';
import { presentArticle } from './present.ts';
import {
  countArticles,
  deleteArticleRow,
  hasArticle,
  insertArticle,
  insertPassages,
  listArticleFileKeys,
  listArticleRows,
  type NewArticle,
  type NewPassage,
  updateTitle,
} from './queries.ts';

export type ArticleDeps = Pick<
  Deps,
  'db' | 'store' | 'jobs' | 'events' | 'outbound' | 'articleSources' | 'work'
>;

/** The total size of the texts in one response; beyond that, texts have to be read one by one. */
const MAX_LISTED_BYTES = 20_000_000;
/** A PDF's header is within this many first bytes (ISO 32000, annex H). */
const MAGIC_WITHIN = 1024;

/** The articles of a project, newest first; with texts up to a total of 20 MB, or without texts. */
export async function listProjectArticles(
  { db }: Pick<Deps, 'db'>,
  project: ReadableProject,
  { withContent }: { withContent: boolean },
): Promise<Article[]> {
  const rows = await listArticleRows(db, project.id, {
    maxTextBytes: withContent ? MAX_LISTED_BYTES : 0,
  });
  return rows.map(presentArticle);
}

/**
 * Reads the article at an address into a project. Throws 'article_url_invalid', 'article_exists', 'too_many_articles', and
 * whatever the project's access check and `readPage` throw.
 */
export async function addFromWeb(
  deps: ArticleDeps,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  { url, projectId }: { url: string; projectId: ProjectId },
): Promise<Article> {
  await requireEditableProject(deps, actor, projectId);
  const asked = readAddress(url);
  if (!asked) throw new AppError('article_url_invalid');
  await refuseKnown(deps, projectId, identityOfPage(asked));
  const page = await deps.articleSources.readPage(asked.href, signal);
  signal.throwIfAborted();
  const { address, text, ...facts } = page;
  const { content, wordCount } = text;
  const identity = identityOfPage(address);
  const values = { ...facts, type: 'web' as const, url: address, identity, content, wordCount };
  return keep(deps, actor, { ...values, projectId }, text.passages);
}

export interface ArrivingPdf extends ArrivingBytes {
  /** As declared by the sender. */
  contentType: string;
  filename: string;
}

/**
 * Stores a PDF as it arrives, for `addPdf` to add to a project or remove. Throws 'pdf_missing', 'pdf_wrong_type', 'pdf_too_large'
 * and 'upload_incomplete', and then keeps nothing.
 */
export async function storePdf({ store }: Pick<Deps, 'store'>, pdf: ArrivingPdf): Promise<StoredPdf> {
  if (pdf.filename === '') throw new AppError('pdf_missing');
  const storageKey = `articles/${randomBytes(16).toString('hex')}`;
  const hash = createHash('sha256');
  try {
    const declared = { bytes: pdf.bytes, isPdf: mediaTypeOf(pdf.contentType) === 'application/pdf' };
    await store.put(storageKey, Readable.from(checkedBytes(declared, (piece) => hash.update(piece))), {
      maxBytes: MAX_PDF_BYTES,
      signal: pdf.signal,
    });
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.code === 'file_too_large';
    throw isTooLarge ? new AppError('pdf_too_large', { cause: error }) : error;
  }
  return {
    storageKey,
    sha256: hash.digest('base64url'),
    filename: plainFileName(pdf.filename, 'article.pdf'),
  };
}

export interface StoredPdf {
  storageKey: string;
  sha256: string;
  filename: string;
}

/** Reads a stored PDF into a project; if that fails, the file is removed. Throws what `addFromWeb` and `readPdf` throw. */
export async function addPdf(
  deps: ArticleDeps,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  { projectId, pdf }: { projectId: ProjectId; pdf: StoredPdf },
): Promise<Article> {
  const { storageKey, filename } = pdf;
  return commitStoredFile(deps.store, storageKey, async () => {
    await requireEditableProject(deps, actor, projectId);
    const identity = `pdf ${pdf.sha256}`;
    await refuseKnown(deps, projectId, identity);
    const read = await deps.store.withLocalFile(storageKey, (path) =>
      deps.articleSources.readPdf(path, signal),
    );
    signal.throwIfAborted();
    const { titles, author, excerpt, pageCount, text } = read;
    const { content, wordCount } = text;
    const title = titleOfPdf(titles, filename);
    const facts = { title, author, excerpt, pageCount, filename };
    const values = { ...facts, type: 'pdf' as const, storageKey, identity, content, wordCount };
    return keep(deps, actor, { ...values, projectId }, text.passages);
  });
}

/** Gives an article another title. Throws what `requireEditableArticle` throws if access has changed in the meantime. */
export async function renameArticle(
  deps: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { article, title }: { article: EditableArticle; title: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project = await lockEditableProject(tx, actor, article.projectId as ProjectId);
    if (!(await updateTitle(tx, article.id, title))) throw new AppError('article_not_found');
    await announceProject(deps, tx, project.id);
  });
}

/** Deletes an article; a job removes its file. Throws what `requireEditableArticle` throws if access has changed in the meantime. */
export async function removeArticle(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  actor: Actor,
  article: EditableArticle,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project = await lockEditableProject(tx, actor, article.projectId as ProjectId);
    const deleted = await deleteArticleRow(tx, article.id);
    if (!deleted) throw new AppError('article_not_found');
    const { storageKey } = deleted;
    await emit(deps, tx, 'articles.deleted', { storageKeys: storageKey === null ? [] : [storageKey] });
    await announceProject(deps, tx, project.id);
  });
}

/**
 * The stored files of a project's articles, for deleting the project: call once the project's row is locked (so that nobody adds
 * an article), delete it, and emit 'project.deleted' with these keys in the same transaction.
 */
export function articleFilesOf({ db }: { db: Db | Tx }, projectId: number): Promise<string[]> {
  return listArticleFileKeys(db, projectId);
}

/** Reports early, before anything is fetched or read, what `keep` would report in the end. */
async function refuseKnown({ db }: Pick<Deps, 'db'>, projectId: number, identity: string): Promise<void> {
  if (await hasArticle(db, projectId, identity)) throw new AppError('article_exists');
  if ((await countArticles(db, projectId)) >= MAX_ARTICLES) throw new AppError('too_many_articles');
}

/** If two requests add the same article at once, one wins: the project is locked, and the unique index decides. */
async function keep(
  deps: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  values: NewArticle,
  passages: readonly NewPassage[],
): Promise<Article> {
  return deps.db.transaction(async (tx) => {
    const project = await lockEditableProject(tx, actor, values.projectId as ProjectId);
    if ((await countArticles(tx, project.id)) >= MAX_ARTICLES) throw new AppError('too_many_articles');
    const row = await insertArticle(tx, { ...values, userId: actor.id });
    if (!row) throw new AppError('article_exists');
    await insertPassages(tx, row, passages);
    await announceProject(deps, tx, project.id);
    return presentArticle(row);
  });
}

/** Hashed, because an address may be too long for an index. */
function identityOfPage(address: string | URL): string {
  return `web ${createHash('sha256').update(sameAddress(address)).digest('base64url')}`;
}

/**
 * Reads a file that is not a PDF, by its declared type or its header, to the end without storing it, because the size limit is
 * checked first.
 */
async function* checkedBytes(
  declared: { bytes: Readable; isPdf: boolean },
  each: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let { isPdf } = declared;
  let sizeBytes = 0;
  for await (const piece of declared.bytes) {
    sizeBytes += piece.length;
    if (head.length < MAGIC_WITHIN) {
      head = Buffer.concat([head, piece.subarray(0, MAGIC_WITHIN)]);
      if (head.length >= MAGIC_WITHIN) isPdf &&= isMarked(head);
    }
    if (!isPdf && sizeBytes > MAX_PDF_BYTES) throw new AppError('pdf_too_large');
    if (!isPdf) continue;
    each(piece);
    yield piece;
  }
  if (!isPdf || !isMarked(head)) throw new AppError('pdf_wrong_type');
}

function isMarked(head: Buffer): boolean {
  return head.subarray(0, MAGIC_WITHIN).includes('%PDF-');
}
