import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EditSteps } from '#contract/edits.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { TranscriptId } from '#contract/ids.ts';
import { HISTORY_PAGE_SIZE, MAX_TITLE_LENGTH } from '#contract/limits.ts';
import type { SegmentWords } from '#contract/segments.ts';
import type { SourceType, Transcript, TranscriptListItem, TranscriptPage } from '#contract/transcripts.ts';
import { foldText } from '#domain/fold.ts';
import { timestampWords } from '#domain/segments.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { OwnedTranscript, ReadableTranscript } from './access.ts';
import { presentListItem, presentTranscript } from './present.ts';
import {
  changeTranscript,
  countTranscripts,
  deleteChunks,
  deleteTranscriptRow,
  findEditSteps,
  findMedia,
  findMediaKeys,
  findRunningJobIds,
  findRunningSource,
  insertMedia,
  insertTranscript,
  listChunks,
  listSegments,
  listTranscriptRows,
  listWords,
  lockSource,
  lockTranscript,
  type TranscriptChange,
  type TranscriptRow,
} from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'jobs' | 'events'>;

/** Of a file that is in the store, or of a recording that the job fetches from its address. */
export type NewTranscript = {
  sourceType: SourceType;
  suggestSpeakers: boolean;
  jobId: string;
} & (
  | { filename: string; file: { storageKey: string; sizeBytes: number } }
  | { title: string; sourceUrl: string }
);

/** Makes a transcript in state processing, within the transaction that also enqueues its job. */
export async function createTranscript(
  { events }: Pick<Deps, 'events'>,
  tx: Tx,
  actor: Actor,
  input: NewTranscript,
): Promise<TranscriptId> {
  const isFile = 'file' in input;
  const title = isFile ? titleOf(input.filename) : input.title;
  const row = await insertTranscript(tx, {
    userId: actor.id,
    title,
    foldedTitle: foldText(title),
    stage: 'waiting',
    sourceType: input.sourceType,
    ...(isFile ? { originalFilename: input.filename } : { sourceUrl: input.sourceUrl }),
    suggestSpeakers: input.suggestSpeakers,
    jobId: input.jobId,
  });
  if (isFile) await insertMedia(tx, { transcriptId: row.id, ...input.file });
  await events.publish(tx, { kind: 'live', userId: actor.id, event: { type: 'list.changed' } });
  return TranscriptId.parse(row.id);
}

export interface NewSource {
  sourceType: 'podcast' | 'youtube';
  sourceUrl: string;
  title: string;
  suggestSpeakers: boolean;
}

/**
 * Makes a transcript of a recording that the job fetches. While one of the same address is being made for this person, that one is
 * answered: it is a second click, not a second wish. One without speakers does not stand for one with them.
 */
export function transcribeSource(deps: ServiceDeps, actor: Actor, source: NewSource): Promise<TranscriptId> {
  return deps.db.transaction(async (tx) => {
    await lockSource(tx, actor.id, source.sourceUrl);
    const running = await findRunningSource(tx, actor.id, source);
    if (running) return TranscriptId.parse(running.id);
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

/** One transcript with its text, and with what the asker can undo in it. */
export async function viewTranscript(
  { db }: { db: Db | Tx },
  actor: Actor,
  row: TranscriptRow,
): Promise<Transcript> {
  return { ...(await viewText({ db }, row)), ...(await editSteps({ db }, actor, row)) };
}

/** One transcript with its text, for whoever may read it. */
export async function viewText(
  { db }: { db: Db | Tx },
  row: TranscriptRow,
): Promise<Omit<Transcript, keyof EditSteps>> {
  const completed = row.status === 'completed';
  return presentTranscript(row, {
    segments: completed ? await listSegments(db, row.id) : [],
    chunks: completed ? [] : await listChunks(db, row.id),
    media: await findMedia(db, row.id),
  });
}

/** What the asker can undo and redo in the present text. */
export function editSteps(
  { db }: { db: Db | Tx },
  actor: Actor,
  row: Pick<TranscriptRow, 'id' | 'version'>,
): Promise<EditSteps> {
  return findEditSteps(db, row, actor.id);
}

/** The words of all segments; none before the transcript is completed. */
export async function viewWords(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableTranscript,
): Promise<{ segments: SegmentWords[] }> {
  return { segments: (await listWords(db, id)).map(timestampWords) };
}

/** Deletes a transcript; a running job ends, its files are removed by a job of the same transaction. */
export async function deleteTranscript(deps: ServiceDeps, { id }: OwnedTranscript): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (!row) throw new AppError('transcript_not_found');
    const media = await findMedia(tx, id);
    const storageKeys = [media?.storageKey, media?.playableKey].filter((key) => typeof key === 'string');
    await emit(deps, tx, 'transcript.deleted', {
      jobId: row.jobId,
      storageKeys,
    });
    await deleteTranscriptRow(tx, id);
    await announceChange(deps, tx, row);
  });
}

/** Stops a running transcription; a text that is there already stays as it is. Throws 'transcript_not_running'. */
export async function cancelTranscription(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (!row?.jobId) throw new AppError('transcript_not_running');
    await emit(deps, tx, 'transcript.cancelled', { jobId: row.jobId });
    const ended = await endRun(tx, row, 'cancelled');
    await announceChange(deps, tx, row);
    return presentListItem(ended ?? row);
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
    return startRun(deps, tx, row, { status: 'processing' });
  });
}

/**
 * Transcribes a completed transcript's recording anew. The text stays as it is meanwhile, and as an older version
 * afterwards. Throws 'transcript_not_completed', 'already_running', 'recording_missing'.
 */
export async function transcribeAgain(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
  options: { suggestSpeakers: boolean },
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (row?.status !== 'completed') throw new AppError('transcript_not_completed');
    if (row.jobId) throw new AppError('already_running');
    // A video that was made from its captions has no recording yet; the job fetches it.
    if (row.sourceUrl === null && !(await findMedia(tx, id))) throw new AppError('recording_missing');
    await deleteChunks(tx, id);
    return startRun(deps, tx, row, options);
  });
}

async function startRun(
  deps: ServiceDeps,
  tx: Tx,
  row: TranscriptRow,
  change: TranscriptChange,
): Promise<TranscriptListItem> {
  const jobId = randomUUID();
  const running = await changeTranscript(tx, row.id, {
    ...change,
    stage: 'waiting',
    progressPercent: 0,
    errorCode: null,
    errorMessage: null,
    jobId,
  });
  await emit(deps, tx, 'transcript.retried', { transcriptId: row.id, jobId });
  await announceChange(deps, tx, row);
  return presentListItem(running ?? row);
}

/** Ends the current run without a new text: as failed, or, where there is a text already, with that text and a reason. */
export async function endRun(
  tx: Tx,
  row: TranscriptRow,
  code: ErrorCode,
): Promise<TranscriptRow | undefined> {
  const reason = { stage: null, jobId: null, errorCode: code, errorMessage: ERRORS[code].message };
  if (row.status !== 'completed') return changeTranscript(tx, row.id, { ...reason, status: 'failed' });
  await deleteChunks(tx, row.id);
  return changeTranscript(tx, row.id, {
    ...(code === 'cancelled' ? { stage: null, jobId: null } : reason),
    progressPercent: 100,
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

/** Changes what stands in the row of a transcript that is locked for it. */
export function changeDetails(
  tx: Tx,
  id: number,
  change: TranscriptChange,
): Promise<TranscriptRow | undefined> {
  return changeTranscript(tx, id, change);
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
