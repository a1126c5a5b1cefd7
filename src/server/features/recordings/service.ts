import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import { MAX_PIECE_BYTES, MAX_PIECES, MAX_UNFINISHED_RECORDINGS } from '#contract/limits.ts';
import { isUploadable, mediaTypeOf } from '#contract/media-types.ts';
import { RECORDED_TYPES, type RecordingForm, type UnfinishedRecording } from '#contract/recordings.ts';
import { TranscriptionOptions } from '#contract/transcription-options.ts';
import { AppError, fileTooLarge } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import { emit } from '../../pipeline.ts';
import { commitStoredFile } from '../../storage/commit-stored-file.ts';
import type { MediaStore } from '../../storage/store.ts';
import { createTranscript, type StoredRecording } from '../transcripts/service.ts';
import { contiguousPrefix } from './pieces.ts';
import {
  deleteForgotten,
  deleteRecording,
  findRecording,
  listPieces,
  listUnfinished,
  lockExistingRecording,
  lockRecording,
  markTranscribed,
  type PieceRow,
  sumPieces,
  sumWholeBeginnings,
  upsertPiece,
} from './queries.ts';

export type RecordingDeps = Pick<Deps, 'config' | 'db' | 'store' | 'jobs' | 'events'>;

/** How long the pieces of a recording are kept for somebody to ask for them. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Recordings waiting to be transcribed, newest first. */
export async function listOwnRecordings(
  { db }: Pick<Deps, 'db'>,
  { id }: Actor,
): Promise<UnfinishedRecording[]> {
  const rows = await listUnfinished(db, id);
  const ids = rows.map((row) => row.id);
  const sums = await sumWholeBeginnings(db, ids);
  const beginnings = new Map(sums.map((sum) => [sum.recordingId, sum]));
  return rows.map((row) => ({
    id: row.id as RecordingId,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    pieces: beginnings.get(row.id)?.pieces ?? 0,
    sizeBytes: beginnings.get(row.id)?.sizeBytes ?? 0,
  }));
}

/**
 * Stores a piece of a recording; a repeated piece replaces the first. Throws 'recording_not_found' for another user's,
 * 'recording_finished', 'too_many_recordings', 'too_many_pieces', 'file_too_large', 'file_empty'.
 */
export async function keepPiece(
  deps: RecordingDeps,
  { actor, id, position }: { actor: Actor; id: RecordingId; position: number },
  { bytes, signal }: ArrivingBytes,
): Promise<void> {
  await refuseForeign(deps, actor, id);
  if (position >= MAX_PIECES) throw new AppError('too_many_pieces');
  // A separate name for each attempt, so that a slow one cannot overwrite a later one.
  const storageKey = `recordings/${id}/${position}-${randomBytes(6).toString('hex')}`;
  const { sizeBytes } = await deps.store.put(storageKey, bytes, { maxBytes: MAX_PIECE_BYTES, signal });
  await commitStoredFile(deps.store, storageKey, async () => {
    if (sizeBytes === 0) throw new AppError('file_empty');
    await deps.db.transaction(async (tx) => {
      const row = await lockRecording(tx, id, actor.id);
      if (row.userId !== actor.id) throw new AppError('recording_not_found');
      if (row.transcriptId !== null) throw new AppError('recording_finished');
      const before = await upsertPiece(tx, { recordingId: id, position, storageKey, sizeBytes });
      const { maxUploadBytes } = deps.config;
      if ((await sumPieces(tx, id)) > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
      if (before) await emit(deps, tx, 'files.unreferenced', { storageKeys: [before] });
    });
  });
}

async function refuseForeign({ db }: RecordingDeps, actor: Actor, id: RecordingId): Promise<void> {
  const row = await findRecording(db, id);
  if (row && row.userId !== actor.id) throw new AppError('recording_not_found');
  if (row?.transcriptId) throw new AppError('recording_finished');
  if (!row && (await listUnfinished(db, actor.id)).length >= MAX_UNFINISHED_RECORDINGS) {
    throw new AppError('too_many_recordings');
  }
}

/** Discards the recording's pieces. One that became a transcript is left alone. */
export async function discard(deps: RecordingDeps, actor: Actor, id: RecordingId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockExistingRecording(tx, id);
    if (row?.userId !== actor.id || row.transcriptId !== null) return;
    const storageKeys = (await listPieces(tx, [id])).map(({ storageKey }) => storageKey);
    await deleteRecording(tx, id);
    await emit(deps, tx, 'files.unreferenced', { storageKeys });
  });
}

export interface ArrivingRecording extends ArrivingBytes {
  /** As declared by the sender; the content decides later. */
  contentType: string;
  filename: string;
}

/**
 * Joins the stored pieces and the arriving bytes into one file, and creates a transcript of it. A repeated request for the same
 * recording returns the same transcript. Throws 'recording_not_found', 'recording_incomplete', 'unsupported_format',
 * 'file_too_large', 'file_empty'.
 */
export async function transcribeRecording(
  deps: RecordingDeps,
  { actor, form }: { actor: Actor; form: RecordingForm },
  file: ArrivingRecording,
): Promise<TranscriptId> {
  if (!isRecorded(file)) throw new AppError('unsupported_format');
  const { recordingId, from } = form;
  const known = recordingId && (await findRecording(deps.db, recordingId));
  if (known && known.userId !== actor.id) throw new AppError('recording_not_found');
  if (known && known.transcriptId !== null) return drained(file, known.transcriptId);
  const pieces = recordingId && from > 0 ? contiguousPrefix(await listPieces(deps.db, [recordingId])) : [];
  if (pieces.length < from) throw new AppError('recording_incomplete');

  const storageKey = `uploads/recording-${randomBytes(16).toString('hex')}`;
  const whole = Readable.from(joinBytes(deps.store, pieces.slice(0, from), file.bytes));
  const written = await deps.store.put(storageKey, whole, {
    maxBytes: deps.config.maxUploadBytes,
    signal: file.signal,
  });
  return commitStoredFile(deps.store, storageKey, async () => {
    if (written.sizeBytes === 0) throw new AppError('file_empty');
    return makeTranscript(deps, { actor, form, file }, { storageKey, ...written });
  });
}

async function makeTranscript(
  deps: RecordingDeps,
  { actor, form, file }: { actor: Actor; form: RecordingForm; file: ArrivingRecording },
  stored: StoredRecording,
): Promise<TranscriptId> {
  return deps.db.transaction(async (tx) => {
    const { recordingId } = form;
    const row = recordingId && (await lockRecording(tx, recordingId, actor.id));
    if (row && row.userId !== actor.id) throw new AppError('recording_not_found');
    if (row && row.transcriptId !== null) {
      await emit(deps, tx, 'files.unreferenced', { storageKeys: [stored.storageKey] });
      return row.transcriptId as TranscriptId;
    }
    const jobId = randomUUID();
    const transcriptId = await createTranscript(deps, tx, actor, {
      filename: recordingName(file.filename),
      ...(form.title ? { title: form.title } : {}),
      sourceType: 'recording',
      options: TranscriptionOptions.parse(form),
      file: stored,
      jobId,
    });
    if (row) {
      const storageKeys = (await listPieces(tx, [row.id])).map(({ storageKey }) => storageKey);
      await markTranscribed(tx, row.id, transcriptId);
      await emit(deps, tx, 'files.unreferenced', { storageKeys });
    }
    await emit(deps, tx, 'upload.processed', { transcriptId, jobId });
    return transcriptId;
  });
}

/** Reads the bytes of a repeated request to the end: browsers do not read a response before that. */
async function drained({ bytes }: ArrivingBytes, transcriptId: number): Promise<TranscriptId> {
  for await (const _ of bytes);
  return transcriptId as TranscriptId;
}

async function* joinBytes(
  store: MediaStore,
  pieces: readonly PieceRow[],
  rest: Readable,
): AsyncGenerator<Buffer> {
  for (const { storageKey } of pieces) yield* await store.read(storageKey);
  yield* rest;
}

function isRecorded({ contentType, filename }: ArrivingRecording): boolean {
  return RECORDED_TYPES.includes(mediaTypeOf(contentType)) || isUploadable(contentType, filename);
}

/** 'recording-<time>.webm', whatever it contains: the screen recognizes audio recordings by this name. */
function recordingName(filename: string): string {
  if (/^recording-[\w.-]{1,80}\.webm$/.test(filename)) return filename;
  return `recording-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.webm`;
}

/** Deletes recordings that nobody asked for within a month; the sweep then removes their files. */
export async function sweepRecordings({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteForgotten(db, KEPT_MS);
}
