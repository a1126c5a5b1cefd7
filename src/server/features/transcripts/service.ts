import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { EditSteps } from '#contract/edits.ts';
import type { LiveEvent } from '#contract/events.ts';
import { TranscriptId, UserId } from '#contract/ids.ts';
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts';
import { SpeechService } from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type {
  SourceType,
  Transcript,
  TranscriptContent,
  TranscriptListItem,
  TranscriptListPage,
} from '#contract/transcripts.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { fileTitle } from '#domain/recording-title.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, isInReach } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import { lockEditableProject } from '../members/access.ts';
import { announceProject } from '../members/service.ts';
import { abilitiesIn, type OwnedTranscript, type ReadableTranscript } from './access.ts';
import { listChunks } from './chunk-queries.ts';
import type { forgetRemoteJob } from './jobs.ts';
import { findClipsOf, findMedia, insertMedia, type StoredRecording } from './media-queries.ts';

export type { TranscriptDetails } from './present.ts';

import { presentDetails, presentListItem, presentTranscript, type TranscriptDetails } from './present.ts';
import {
  countTranscripts,
  deleteTranscriptRow,
  findRunningSource,
  findSegmentRevisions,
  findTranscript,
  insertTranscript,
  listMemberIdsOf,
  listSegments,
  listTranscriptRows,
  lockSource,
  lockTranscript,
  replaceSegments,
  type SegmentWithoutWords,
  type TranscriptRow,
} from './queries.ts';
import { summarizeTranscription } from './statistics.ts';
import { findEditSteps } from './version-queries.ts';

export { type Beginning, viewBeginning } from './beginning.ts';
export { missingResourceOf } from './failure.ts';
export { assignImport, countWaitingImports, insertImport, lockImport } from './import-queries.ts';
export { announceListsOf, listInProject, moveTranscripts } from './in-projects.ts';
export { findKnown } from './known.ts';
export type { StoredRecording } from './media-queries.ts';
export { packText, packWords, presentKey } from './packed.ts';
export { changeTranscript, listWords } from './queries.ts';
export { originalOf, recordingOf, viewWaveform, viewWaveformPart } from './recording.ts';
export { requireUnused } from './unused-import.ts';
export { stepToRedo, stepToUndo } from './version-queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'jobs' | 'events'>;

/** Of a file in the store, or of a recording that the job fetches from its address. */
export type NewTranscript = {
  sourceType: SourceType;
  options: TranscriptionOptions;
  jobId: string;
} & (
  | {
      filename: string;
      /** Defaults to the file's name without its extension. */
      title?: string;
      file: StoredRecording;
    }
  | { title: string; sourceUrl: string }
);

/**
 * Creates a transcript in state 'processing' within the transaction that also enqueues its job; in the project of an access token that
 * reaches only that. Throws 'project_not_found', or 'forbidden' for a viewer of that project.
 */
export async function createTranscript(
  { events }: Pick<Deps, 'events'>,
  tx: Tx,
  actor: Actor,
  input: NewTranscript,
): Promise<TranscriptId> {
  const isFile = 'file' in input;
  const title = input.title ?? fileTitle(isFile ? input.filename : '');
  const project = actor.reach === null ? null : await lockEditableProject(tx, actor, actor.reach);
  const row = await insertTranscript(tx, {
    userId: actor.id,
    projectId: project?.id ?? null,
    title,
    normalizedTitle: normalizeText(title),
    stage: 'waiting',
    sourceType: input.sourceType,
    ...(isFile ? { originalFilename: input.filename } : { sourceUrl: input.sourceUrl }),
    options: input.options,
    jobId: input.jobId,
  });
  if (isFile) await insertMedia(tx, { transcriptId: row.id, ...input.file });
  await notifyReaders({ events }, { db: tx, row }, { type: 'list.changed' });
  if (project) await announceProject({ events }, tx, project.id);
  return TranscriptId.parse(row.id);
}

/**
 * Creates a finished transcript without a recording, of a text made elsewhere; in the project of an access token that reaches only that.
 * Throws what `lockEditableProject` throws.
 */
export async function createFromText(
  deps: Pick<Deps, 'jobs' | 'events' | 'clock'>,
  tx: Tx,
  actor: Actor,
  text: {
    title: string;
    filename: string;
    content: ReadTranscript;
    /** As it was chosen; null: as the file says. */
    language: string | null;
  },
): Promise<TranscriptId> {
  const { title, filename, content } = text;
  const { rows, statistics } = summarizeTranscription({ segments: content.segments, speakersBy: null });
  const project = actor.reach === null ? null : await lockEditableProject(tx, actor, actor.reach);
  const row = await insertTranscript(tx, {
    userId: actor.id,
    projectId: project?.id ?? null,
    title,
    normalizedTitle: normalizeText(title),
    status: 'completed',
    progressPercent: 100,
    durationMs: content.segments.at(-1)?.endMs ?? 0,
    sourceType: 'upload',
    originalFilename: filename,
    language: text.language ?? content.language,
    languageBy: text.language === null ? null : 'choice',
    speakerNames: content.speakerNames,
    imported: { format: content.format, filename, notes: content.notes, unplacedWords: 0 },
    madeAt: new Date(deps.clock.now()),
    ...statistics,
    speakersSuggested: false,
  });
  await replaceSegments(tx, row, rows);
  await emit(deps, tx, 'transcript.completed', { transcriptId: row.id });
  await notifyReaders(deps, { db: tx, row }, { type: 'list.changed' });
  if (project) await announceProject(deps, tx, project.id);
  return TranscriptId.parse(row.id);
}

export interface NewSource {
  sourceType: 'podcast' | 'youtube';
  sourceUrl: string;
  title: string;
  options: TranscriptionOptions;
}

/**
 * Creates a transcript of a recording that the job fetches. If this user already has one of the same address in progress, returns
 * that one: the request is a repeated click. One without speakers does not count if speakers are wanted, nor one with another engine.
 */
export function transcribeSource(deps: ServiceDeps, actor: Actor, source: NewSource): Promise<TranscriptId> {
  return deps.db.transaction(async (tx) => {
    await lockSource(tx, actor.id, source.sourceUrl);
    const running = await findRunningSource(tx, actor.id, source);
    if (running && isInReach(actor, running.projectId)) return TranscriptId.parse(running.id);
    const jobId = randomUUID();
    const transcriptId = await createTranscript(deps, tx, actor, { ...source, jobId });
    await emit(deps, tx, 'source.chosen', { transcriptId, jobId });
    return transcriptId;
  });
}

/** A bare array without page and limit, otherwise a page; newest first. */
export async function listOwn(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<TranscriptListItem[] | TranscriptListPage> {
  if (query.page === undefined && query.limit === undefined) {
    return (await listTranscriptRows(db, actor.id)).map(presentListItem);
  }
  const { page = 1, limit = HISTORY_PAGE_SIZE } = query;
  const [rows, totalCount] = await Promise.all([
    listTranscriptRows(db, actor.id, { limit, offset: (page - 1) * limit }),
    countTranscripts(db, actor.id),
  ]);
  const totalPages = Math.ceil(totalCount / limit);
  return { transcripts: rows.map(presentListItem), pagination: { page, limit, totalPages, totalCount } };
}

/**
 * One transcript with its text, and what the caller may do and undo in it. Throws 'transcript_not_found' for a caller who may no
 * longer read it.
 */
export async function viewTranscript(
  { db }: { db: Db | Tx },
  actor: Actor,
  row: TranscriptRow,
): Promise<Transcript> {
  return { ...(await viewText({ db }, row)), ...(await viewRights({ db }, actor, row)) };
}

/** What the caller may do and undo in a transcript. Throws 'transcript_not_found' for a caller who may no longer read it. */
export async function viewRights(
  { db }: { db: Db | Tx },
  actor: Actor,
  row: TranscriptRow,
): Promise<Pick<Transcript, 'abilities'> & EditSteps> {
  const abilities = await abilitiesIn({ db }, actor, row);
  // The caller has lost access to the project since the request was authorized.
  if (!abilities) throw new AppError('transcript_not_found');
  return { abilities, ...(await editSteps({ db }, actor, row)) };
}

async function viewText({ db }: { db: Db | Tx }, row: TranscriptRow): Promise<TranscriptContent> {
  const completed = row.status === 'completed';
  return presentTranscript(row, {
    segments: completed ? await listSegments(db, row.id) : [],
    chunks: completed ? [] : await listChunks(db, row.id),
    media: await findMedia(db, row.id),
  });
}

/** What the caller can undo and redo in the current text. */
export function editSteps(
  { db }: { db: Db | Tx },
  actor: Actor,
  row: Pick<TranscriptRow, 'id' | 'version'>,
): Promise<EditSteps> {
  return findEditSteps(db, row, actor.id);
}

/** What the interface returns of a transcript besides its text. */
export async function viewDetails({ db }: Pick<Deps, 'db'>, row: TranscriptRow): Promise<TranscriptDetails> {
  return presentDetails(row, await findMedia(db, row.id));
}

/** The current text in order, without its words. */
export function textOf({ db }: { db: Db | Tx }, { id }: ReadableTranscript): Promise<SegmentWithoutWords[]> {
  return listSegments(db, id);
}

/** The segments that still exist, in their current state. */
export function segmentsNow(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableTranscript,
  segmentIds: readonly number[],
): Promise<Pick<SegmentWithoutWords, 'id' | 'revision' | 'speaker'>[]> {
  return findSegmentRevisions(db, id, segmentIds);
}

/** Deletes a transcript; a running job is ended, and a job enqueued in the same transaction removes its files. */
export async function deleteTranscript(deps: ServiceDeps, { id }: OwnedTranscript): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (!row) throw new AppError('transcript_not_found');
    const media = await findMedia(tx, id);
    const storageKeys = [media?.storageKey, media?.transcodeStorageKey].filter(
      (key) => typeof key === 'string',
    );
    const clips = await findClipsOf(tx, id);
    await emit(deps, tx, 'transcript.deleted', {
      transcriptId: id,
      jobId: row.jobId,
      clipJobIds: clips.jobIds,
      storageKeys: [...storageKeys, ...clips.storageKeys],
      remote: remoteJobOf(row),
    });
    // Before it is deleted: afterwards nobody knows who could see it.
    await announceChange(deps, tx, row);
    await deleteTranscriptRow(tx, id);
  });
}

/** The service's copy of a recording, to be deleted there. */
export function remoteJobOf({
  userId,
  remoteId,
  runEngine,
}: Pick<TranscriptRow, 'userId' | 'remoteId' | 'runEngine'>): z.output<
  typeof forgetRemoteJob.payload
> | null {
  if (remoteId === null) return null;
  return { userId, remoteId, service: SpeechService.safeParse(runEngine).data };
}

/** Tells the browser windows of everyone who can see this transcript to reload it and the lists that contain it. */
export async function announceChange(
  deps: Pick<Deps, 'events'>,
  db: Db | Tx,
  row: Pick<TranscriptRow, 'id' | 'userId' | 'projectId'>,
): Promise<void> {
  await notifyReaders(deps, { db, row }, { type: 'transcript.changed', id: TranscriptId.parse(row.id) });
  const owner = UserId.parse(row.userId);
  await deps.events.publish(db, { kind: 'live', userIds: [owner], event: { type: 'list.changed' } });
  if (row.projectId !== null) await announceProject(deps, db, row.projectId);
}

/**
 * Sends an event about a transcript to the windows of its owner and of the current members of its project; within a transaction,
 * on commit.
 */
export async function notifyReaders(
  { events }: Pick<Deps, 'events'>,
  { db, row }: { db: Db | Tx; row: Pick<TranscriptRow, 'id' | 'userId'> },
  event: LiveEvent,
): Promise<void> {
  // The row may have been read long ago, by a job that is still running.
  const readers = new Set([row.userId, ...(await listMemberIdsOf(db, row.id))]);
  await events.publish(db, { kind: 'live', userIds: [...readers].map((id) => UserId.parse(id)), event });
}

/** A transcript and its current text, for work that nobody has asked for; undefined if it is gone. */
export async function readText(
  { db }: Pick<Deps, 'db'>,
  id: number,
): Promise<{ row: TranscriptRow; segments: SegmentWithoutWords[] } | undefined> {
  const row = await findTranscript(db, id);
  return row && { row, segments: await listSegments(db, id) };
}

/** Who owns a transcript; undefined if it is gone. */
export async function ownerOf({ db }: Pick<Deps, 'db'>, id: number): Promise<number | undefined> {
  return (await findTranscript(db, id))?.userId;
}
