import { randomUUID } from 'node:crypto';
import type { ImportId } from '#contract/ids.ts';
import type { ImportTiming } from '#contract/import-formats.ts';
import type { SpeechChoice } from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { OwnedTranscript } from './access.ts';
import { engineOf } from './choose-engine.ts';
import { deleteChunks, findChunkMaker } from './chunk-queries.ts';
import { type Failure, failureWith } from './failure.ts';
import { assignImport, deleteImportsOf } from './import-queries.ts';
import { findMedia, type MediaRow } from './media-queries.ts';
import { presentListItem } from './present.ts';
import { changeTranscript, lockTranscript, type TranscriptChange, type TranscriptRow } from './queries.ts';
import { announceChange, remoteJobOf } from './service.ts';
import { requireUnused } from './unused-import.ts';

type ServiceDeps = Pick<Deps, 'db' | 'jobs' | 'events'>;

/** Stops a running transcription; any existing text is kept. Throws 'transcript_not_running'. */
export async function cancelTranscription(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (!row?.jobId) throw new AppError('transcript_not_running');
    await emit(deps, tx, 'transcript.cancelled', { jobId: row.jobId });
    const ended = await endRun(deps, tx, { row, failure: failureWith('cancelled') });
    await announceChange(deps, tx, row);
    return presentListItem(ended ?? row);
  });
}

/**
 * Runs a failed transcription again. With the same engine it resumes from what is already recognized. Throws
 * 'transcript_not_failed'.
 */
export async function retryTranscription(
  deps: ServiceDeps,
  { id }: OwnedTranscript,
  { engine, language }: { engine?: SpeechChoice | undefined; language?: string | null | undefined },
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, id);
    if (row?.status !== 'failed') throw new AppError('transcript_not_failed');
    const options = {
      ...row.options,
      ...(engine ? { engine } : {}),
      ...(language === undefined ? {} : { language }),
    };
    // Texts of different engines are never combined; 'auto' chooses anew.
    if (engine !== undefined && engineOf((await findChunkMaker(tx, id)) ?? engine) !== engine)
      await deleteChunks(tx, id);
    return startRun(deps, tx, row, { status: 'processing', engine: null, lowConfidence: false, options });
  });
}

/**
 * Transcribes a completed transcript's recording again. The text stays in place until then, and remains as an older version
 * afterwards. Throws 'transcript_not_completed', 'already_running', 'recording_missing', 'sound_track_missing'.
 */
export async function transcribeAgain(
  deps: ServiceDeps,
  transcript: OwnedTranscript,
  options: TranscriptionOptions,
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockAgain(tx, transcript);
    requireSound(await findMedia(tx, row.id), options.soundTrack);
    await deleteChunks(tx, row.id);
    await deleteImportsOf(tx, row.id);
    return startRun(deps, tx, row, { options });
  });
}

/**
 * Puts a text made elsewhere onto the recording of a completed transcript, as a new version. Throws what `transcribeAgain` throws, and
 * 'import_not_found' for somebody else's text or one that has been used.
 */
export async function importOnto(
  deps: ServiceDeps,
  { actor, transcript }: { actor: Pick<Actor, 'id'>; transcript: OwnedTranscript },
  choice: { importId: ImportId; timing: ImportTiming; language: string | null; engine: SpeechChoice },
): Promise<TranscriptListItem> {
  return deps.db.transaction(async (tx) => {
    const row = await lockAgain(tx, transcript);
    const { content } = await requireUnused(tx, actor, choice.importId);
    const language = choice.language ?? content.language;
    await deleteChunks(tx, row.id);
    await assignImport(tx, choice.importId, {
      transcriptId: row.id,
      timing: choice.timing,
      content: { ...content, language },
    });
    const options = { ...row.options, engine: choice.engine, language: language ?? row.options.language };
    return startRun(deps, tx, row, { options });
  });
}

/** Locks a completed transcript whose recording can be read again. Throws 'transcript_not_completed', 'already_running', 'recording_missing'. */
async function lockAgain(tx: Tx, { id }: OwnedTranscript): Promise<TranscriptRow> {
  const row = await lockTranscript(tx, id);
  if (row?.status !== 'completed') throw new AppError('transcript_not_completed');
  if (row.jobId) throw new AppError('already_running');
  // A video whose text came from captions has no recording yet; the job fetches it.
  if (row.sourceUrl === null && !(await findMedia(tx, id))) throw new AppError('recording_missing');
  return row;
}

/** Throws 'sound_track_missing' for a sound that the recording does not have, as far as it has been read. */
function requireSound(media: MediaRow | undefined, choice: TranscriptionOptions['soundTrack']): void {
  const { soundTracks = null, tracks = null } = media ?? {};
  if (choice === null || soundTracks === null) return;
  const isThere =
    choice === 'mixed'
      ? soundTracks > 1
      : choice <= soundTracks && tracks?.find(({ number }) => number === choice)?.hasSound !== false;
  if (!isThere) throw new AppError('sound_track_missing');
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
    remoteId: null,
    runEngine: null,
    jobId,
  });
  await emit(deps, tx, 'transcript.retried', { transcriptId: row.id, jobId });
  await announceChange(deps, tx, row);
  return presentListItem(running ?? row);
}

/** Ends the current run without a new text: as failed, or, if there is already a text, with that text and a reason. */
export async function endRun(
  deps: Pick<Deps, 'jobs' | 'events'>,
  tx: Tx,
  { row, failure: { code, message } }: { row: TranscriptRow; failure: Failure },
): Promise<TranscriptRow | undefined> {
  const remote = remoteJobOf(row);
  if (remote) await emit(deps, tx, 'remote-job.ended', remote);
  await emit(deps, tx, 'run.ended-without-text', { transcriptId: row.id });
  // A text that does not fit, or that only this run was for, is not tried again.
  if (row.status === 'completed' || code.startsWith('import_')) await deleteImportsOf(tx, row.id);
  const over = { stage: null, jobId: null, remoteId: null };
  const reason = { ...over, errorCode: code, errorMessage: message };
  if (row.status !== 'completed') return changeTranscript(tx, row.id, { ...reason, status: 'failed' });
  await deleteChunks(tx, row.id);
  return changeTranscript(tx, row.id, { ...(code === 'cancelled' ? over : reason), progressPercent: 100 });
}
