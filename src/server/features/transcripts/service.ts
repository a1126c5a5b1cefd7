import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '#contract/errors.ts';
import { TranscriptId } from '#contract/ids.ts';
import { HISTORY_PAGE_SIZE, MAX_TITLE_LENGTH } from '#contract/limits.ts';
import type { SourceType, Transcript, TranscriptListItem, TranscriptPage } from '#contract/transcripts.ts';
import { foldText } from '#domain/fold.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { EditableTranscript, OwnedTranscript, ReadableTranscript } from './access.ts';
import { presentListItem, presentTranscript } from './present.ts';
import {
  changeTranscript,
  countTranscripts,
  deleteTranscriptRow,
  findMedia,
  findMediaKeys,
  findRunningJobIds,
  insertMedia,
  insertTranscript,
  listChunks,
  listSegments,
  listTranscriptRows,
  lockTranscript,
  type TranscriptRow,
} from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'jobs' | 'events'>;

export interface NewTranscript {
  filename: string;
  sourceType: SourceType;
  suggestSpeakers: boolean;
  file: { storageKey: string; sizeBytes: number };
  jobId: string;
}

/** Makes a transcript in state processing, within the transaction that also enqueues its job. */
export async function createTranscript(
  { events }: Pick<Deps, 'events'>,
  tx: Tx,
  actor: Actor,
  input: NewTranscript,
): Promise<TranscriptId> {
  const title = titleOf(input.filename);
  const row = await insertTranscript(tx, {
    userId: actor.id,
    title,
    foldedTitle: foldText(title),
    stage: 'waiting',
    sourceType: input.sourceType,
    originalFilename: input.filename,
    suggestSpeakers: input.suggestSpeakers,
    jobId: input.jobId,
  });
  await insertMedia(tx, { transcriptId: row.id, ...input.file });
  await events.publish(tx, { kind: 'live', userId: actor.id, event: { type: 'list.changed' } });
  return TranscriptId.parse(row.id);
}

/** A bare array without page and limit, otherwise a page; newest first. */
export async function listOwn(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<TranscriptListItem[] | TranscriptPage> {
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

export async function viewTranscript(
  { db }: { db: Db | Tx },
  transcript: ReadableTranscript,
): Promise<Transcript> {
  return present(db, transcript);
}

/** Changes what is given: the title, the speakers' names (the whole map), whether speakers are shown. */
export async function updateDetails(
  deps: ServiceDeps,
  transcript: EditableTranscript,
  change: {
    title?: string | undefined;
    speakerNames?: Record<string, string> | undefined;
    showSpeakers?: boolean | undefined;
  },
): Promise<Transcript> {
  const { title, speakerNames, showSpeakers } = change;
  return deps.db.transaction(async (tx) => {
    const row = await changeTranscript(tx, transcript.id, {
      ...(title === undefined ? {} : { title, foldedTitle: foldText(title) }),
      ...(speakerNames === undefined ? {} : { speakerNames }),
      ...(showSpeakers === undefined ? {} : { showSpeakers }),
    });
    if (!row) throw new AppError('transcript_not_found');
    await announceChange(deps, tx, row);
    return present(tx, row);
  });
}

/** Deletes a transcript; a running job ends, its files are removed by a job of the same transaction. */
export async function deleteTranscript(deps: ServiceDeps, { id }: OwnedTranscript): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (!row) throw new AppError('transcript_not_found');
    const media = await findMedia(tx, id);
    const storageKeys = [media?.storageKey, media?.playableKey].filter((key) => typeof key === 'string');
    await emit(deps, tx, 'transcript.deleted', {
      jobId: row.status === 'processing' ? row.jobId : null,
      storageKeys,
    });
    await deleteTranscriptRow(tx, id);
    await announceChange(deps, tx, row);
  });
}

/** Stops a running transcription. Throws 'transcript_not_running'. */
export async function cancelTranscription(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (row?.status !== 'processing') throw new AppError('transcript_not_running');
    if (row.jobId) await emit(deps, tx, 'transcript.cancelled', { jobId: row.jobId });
    const failed = await changeTranscript(tx, id, {
      status: 'failed',
      stage: null,
      jobId: null,
      errorCode: 'cancelled',
      errorMessage: ERRORS.cancelled.message,
    });
    await announceChange(deps, tx, row);
    return presentListItem(failed ?? row);
  });
}

/** Runs a failed transcription again, going on from what is already recognised. Throws 'transcript_not_failed'. */
export async function retryTranscription(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (row?.status !== 'failed') throw new AppError('transcript_not_failed');
    const jobId = randomUUID();
    const again = await changeTranscript(tx, id, {
      status: 'processing',
      stage: 'waiting',
      progressPercent: 0,
      errorCode: null,
      errorMessage: null,
      jobId,
    });
    await emit(deps, tx, 'transcript.retried', { transcriptId: id, jobId });
    await announceChange(deps, tx, row);
    return presentListItem(again ?? row);
  });
}

/** Throws 'waveform_not_found' until the recording has been read. */
export async function viewWaveform(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableTranscript,
): Promise<{ bucketMs: number; peaks: number[] }> {
  const media = await findMedia(db, id);
  if (!media?.peaks || !media.peakBucketMs) throw new AppError('waveform_not_found');
  return { bucketMs: media.peakBucketMs, peaks: media.peaks };
}

/** Tells the owner's windows that this transcript and the list are to be read again. */
export async function announceChange(
  { events }: Pick<Deps, 'events'>,
  db: Db | Tx,
  { id, userId }: Pick<TranscriptRow, 'id' | 'userId'>,
): Promise<void> {
  const event = { type: 'transcript.changed', id: TranscriptId.parse(id) } as const;
  await events.publish(db, { kind: 'live', userId: userId as Actor['id'], event });
  await events.publish(db, { kind: 'live', userId: userId as Actor['id'], event: { type: 'list.changed' } });
}

async function present(db: Db | Tx, row: TranscriptRow): Promise<Transcript> {
  const completed = row.status === 'completed';
  return presentTranscript(row, {
    segments: completed ? await listSegments(db, row.id) : [],
    chunks: completed ? [] : await listChunks(db, row.id),
    media: await findMedia(db, row.id),
  });
}

/** A file's name without its ending, as a title. */
function titleOf(filename: string): string {
  const title = filename
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .trim()
    .slice(0, MAX_TITLE_LENGTH);
  return title || 'Untitled recording';
}

/** Which of these files of the store belong to a transcript. */
export function transcriptFiles({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<string[]> {
  return findMediaKeys(db, keys);
}

/** Removes this machine's working folders that no running job can want. */
export async function sweepWorkFolders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  before: Date,
): Promise<void> {
  const root = join(config.dataDir, 'work');
  const names = await readdir(root).catch(() => []);
  const wanted = new Set(await findRunningJobIds(db));
  for (const name of names) {
    const folder = join(root, name);
    const changed = (await stat(folder).catch(() => undefined))?.mtime;
    if (!wanted.has(name) && changed && changed < before) await rm(folder, { recursive: true, force: true });
  }
}

/** Where the recording that browsers play is in the store, and of which type; undefined until it is known, or where there is none. */
export async function recordingOf(
  { db }: Pick<Deps, 'db'>,
  id: TranscriptId,
): Promise<{ key: string; mimeType: string } | undefined> {
  const media = await findMedia(db, id);
  if (!media) return undefined;
  if (media.rendition === 'made' && media.playableKey) {
    return { key: media.playableKey, mimeType: `${media.kind ?? 'audio'}/mp4` };
  }
  if (media.rendition !== 'not-needed' || !media.mimeType) return undefined;
  return { key: media.storageKey, mimeType: media.mimeType };
}
