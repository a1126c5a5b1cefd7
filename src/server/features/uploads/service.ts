import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportId, TranscriptId } from '#contract/ids.ts';
import { UploadId } from '#contract/ids.ts';
import type { ImportTiming } from '#contract/import-formats.ts';
import { isUploadable } from '#contract/media-types.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { UploadPart } from '#contract/uploads.ts';
import { AppError, fileTooLarge } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { plainFileName } from '../../file-name.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import { emit } from '../../pipeline.ts';
import { commitStoredFile } from '../../storage/commit-stored-file.ts';
import { assignImport, createTranscript, requireUnused } from '../transcripts/service.ts';
import { arrivedBytes, fileOf, partsOf } from './arrival.ts';
import {
  deleteAbandonedUploads,
  findOpenUploads,
  findUpload,
  findUploadKeys,
  insertUpload,
  lockUpload,
  markMissing,
  markProcessed,
  markReceived,
  type Received,
  type UploadRow,
} from './queries.ts';

/**
 * Opens an upload. Throws 'unsupported_format', 'file_too_large' or 'file_empty' according to the file's declared properties, and
 * 'storage_full' if there is no room for it; its content is checked later.
 */
export async function openUpload(
  { config, db, store }: Pick<Deps, 'config' | 'db' | 'store'>,
  actor: Actor,
  file: { filename: string; filesize: number; contentType: string },
): Promise<UploadId> {
  if (!isUploadable(file.contentType, file.filename)) throw new AppError('unsupported_format');
  const { maxUploadBytes } = config;
  if (file.filesize > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
  if (file.filesize === 0) throw new AppError('file_empty');
  if (file.filesize > (await store.freeBytes())) {
    const message =
      'The server has too little storage space for a file of this size. Please tell whoever runs it, or send a smaller one.';
    throw new AppError('storage_full', { message });
  }
  const id = UploadId.parse(randomBytes(16).toString('base64url'));
  await insertUpload(db, {
    id,
    userId: actor.id,
    filename: plainFileName(file.filename),
    contentType: file.contentType,
    declaredBytes: file.filesize,
  });
  return id;
}

/**
 * Stores a file's bytes as they arrive, in the place of what arrived before. May be called again until the upload is processed: the
 * last complete file counts. Throws 'upload_not_found', 'upload_already_processed', 'file_too_large' if it is larger than it was
 * said to be, 'file_empty' or 'upload_incomplete', and then keeps nothing.
 */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'store' | 'jobs' | 'events'>,
  uploadId: UploadId,
  body: ArrivingBytes,
): Promise<void> {
  const upload = await makeRoom(deps, uploadId);
  // A separate name for each attempt: two nodes receiving at once cannot mix their bytes.
  const key = `uploads/${uploadId}-${randomBytes(6).toString('hex')}`;
  const written = await deps.store.put(key, body.bytes, {
    maxBytes: upload.declaredBytes,
    signal: body.signal,
  });
  await commitStoredFile(deps.store, key, async () => {
    if (written.sizeBytes === 0) throw new AppError('file_empty');
    if (written.sizeBytes < upload.declaredBytes) throw new AppError('upload_incomplete');
    await commitUpload(deps, uploadId, { storageKey: key, ...written });
  });
}

/** Removes what has arrived of an upload: together with what comes next, it would be more than was declared. */
async function makeRoom({ db, store }: Pick<Deps, 'db' | 'store'>, uploadId: UploadId): Promise<UploadRow> {
  const upload = await findUpload(db, uploadId);
  if (!upload) throw new AppError('upload_not_found');
  if (upload.transcriptId !== null) throw new AppError('upload_already_processed');
  const file = fileOf(upload);
  await store.parts.remove(file);
  if (upload.storageKey === null && !(await store.stat(file.key))) return upload;
  await db.transaction(async (tx) => {
    const row = await lockUpload(tx, uploadId);
    if (!row) throw new AppError('upload_not_found');
    if (row.transcriptId !== null) throw new AppError('upload_already_processed');
    if (row.storageKey !== null) await markMissing(tx, uploadId);
    for (const key of new Set([file.key, row.storageKey ?? file.key])) await store.remove(key);
  });
  return upload;
}

async function commitUpload(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  uploadId: UploadId,
  received: Received,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const upload = await lockUpload(tx, uploadId);
    if (!upload) throw new AppError('upload_not_found');
    if (upload.transcriptId !== null) throw new AppError('upload_already_processed');
    await markReceived(tx, uploadId, received);
    if (upload.storageKey) await emit(deps, tx, 'files.unreferenced', { storageKeys: [upload.storageKey] });
  });
}

/**
 * The parts of an upload and their size, with addresses for the missing ones. Throws 'upload_not_found' (also for another user's),
 * 'upload_already_processed'.
 */
export async function listParts(
  deps: Pick<Deps, 'db' | 'clock' | 'store' | 'signer'>,
  actor: Actor,
  uploadId: UploadId,
): Promise<{ partBytes: number; parts: UploadPart[] }> {
  const upload = await findUpload(deps.db, uploadId);
  if (upload?.userId !== actor.id) throw new AppError('upload_not_found');
  if (upload.transcriptId !== null) throw new AppError('upload_already_processed');
  return { partBytes: fileOf(upload).partBytes, parts: await partsOf(deps, upload) };
}

/**
 * Stores one part of a file as it arrives, whole or not at all; a part may be sent again until the whole file is there, and is not
 * kept after that. Throws 'upload_not_found', 'upload_already_processed', 'file_too_large' or 'upload_incomplete'.
 */
export async function receivePart(
  deps: Pick<Deps, 'db' | 'store'>,
  { uploadId, part }: { uploadId: UploadId; part: number },
  body: ArrivingBytes,
): Promise<void> {
  const upload = await findUpload(deps.db, uploadId);
  if (!upload) throw new AppError('upload_not_found');
  if (upload.transcriptId !== null) throw new AppError('upload_already_processed');
  if (upload.storageKey !== null) {
    await discard(body);
    return;
  }
  await deps.store.parts.put(fileOf(upload), part, body.bytes, body.signal);
}

async function discard({ bytes, signal }: ArrivingBytes): Promise<void> {
  await pipeline(bytes, new Writable({ write: (_piece, _encoding, done) => done() }), { signal });
}

/**
 * Turns an upload into a transcript with its job, in one transaction. A repeated call returns the same transcript. Throws
 * 'upload_not_found' (also for another user's), 'upload_incomplete', 'file_too_large' and 'import_not_found'.
 */
export async function processUploaded(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'events' | 'store'>,
  actor: Actor,
  input: {
    uploadId: UploadId;
    options: TranscriptionOptions;
    /** A text made elsewhere that becomes the recording's. */
    text?: { importId: ImportId; timing: ImportTiming } | undefined;
  },
): Promise<TranscriptId> {
  const known = await findUpload(deps.db, input.uploadId);
  if (known?.userId !== actor.id) throw new AppError('upload_not_found');
  if (known.transcriptId === null && known.storageKey === null) await takeIn(deps, known);
  return deps.db.transaction(async (tx) => {
    const upload = await lockUpload(tx, input.uploadId);
    if (upload?.userId !== actor.id) throw new AppError('upload_not_found');
    if (upload.transcriptId !== null) return upload.transcriptId as TranscriptId;
    if (upload.storageKey === null || upload.receivedBytes === null) throw new AppError('upload_incomplete');
    const jobId = randomUUID();
    const { text, options } = input;
    const read = text && (await requireUnused(tx, actor, text.importId));
    const transcriptId = await createTranscript(deps, tx, actor, {
      filename: upload.filename,
      sourceType: 'upload',
      options,
      file: {
        storageKey: upload.storageKey,
        sizeBytes: upload.receivedBytes,
        contentHash: upload.contentHash,
      },
      jobId,
    });
    if (text && read) {
      const content = { ...read.content, language: options.language ?? read.content.language };
      await assignImport(tx, text.importId, { transcriptId, timing: text.timing, content });
    }
    await markProcessed(tx, upload.id, transcriptId);
    await emit(deps, tx, 'upload.processed', { transcriptId, jobId });
    return transcriptId;
  });
}

/** Records that an upload's file is in the store, if it is; it did not arrive through `receiveUpload`. */
async function takeIn(
  { config, db, store }: Pick<Deps, 'config' | 'db' | 'store'>,
  upload: UploadRow,
): Promise<void> {
  const sizeBytes = await arrivedBytes({ config, store }, upload);
  await db.transaction(async (tx) => {
    const row = await lockUpload(tx, upload.id);
    if (row?.storageKey !== null) return;
    // Another attempt to send it may have removed it.
    const { key } = fileOf(upload);
    if (await store.stat(key))
      await markReceived(tx, upload.id, { storageKey: key, sizeBytes, contentHash: null });
  });
}

/** Deletes uploads that were begun longer ago than this and never processed; the sweep then removes their files. */
export async function sweepUploads({ db }: Pick<Deps, 'db'>, olderThanMs: number): Promise<void> {
  await deleteAbandonedUploads(db, olderThanMs);
}

/** Which of these stored files belong to an upload; every file of an open upload does. */
export async function uploadFiles({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<string[]> {
  const arriving = keys.flatMap((key) => {
    const id = /^uploads\/([\w-]{22})(-[0-9a-f]{12})?$/.exec(key)?.[1];
    return id === undefined ? [] : { key, id };
  });
  const ids = arriving.map(({ id }) => id);
  const open = new Set(ids.length === 0 ? [] : await findOpenUploads(db, ids));
  const ofOpen = arriving.flatMap(({ key, id }) => (open.has(id) ? key : []));
  return [...ofOpen, ...(await findUploadKeys(db, keys))];
}
