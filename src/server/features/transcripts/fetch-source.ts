import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cutText } from '#contract/cut-text.ts';
import { MAX_RECORDING_MS, MAX_SOURCE_BYTES, MAX_TITLE_LENGTH } from '#contract/limits.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { placeholderTitle, videoIdOf } from '#domain/video-links.ts';
import type { Transcription } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { type Downloaded, type DownloadOptions, download } from '../../sources/download.ts';
import type { Video } from '../../sources/youtube/videos.ts';
import { commitStoredFile } from '../../storage/commit-stored-file.ts';
import { findMedia, insertMedia } from './media-queries.ts';
import type { ProgressReporter } from './progress.ts';
import { changeTranscript, lockTranscript, type TranscriptRow } from './queries.ts';
import { announceChange } from './service.ts';
import { Superseded } from './superseded.ts';

type SourceDeps = Pick<Deps, 'db' | 'events' | 'store' | 'outbound' | 'videos'>;

export interface SourceRun {
  transcript: TranscriptRow;
  run: { id: string; signal: AbortSignal };
  /** The job's own folder, where a killed run's download is found again. */
  folder: string;
  progress: ProgressReporter;
}

/**
 * Downloads an external recording into the store, once; does nothing for uploads. For a video that has captions and needs no
 * speakers, returns the captions as a transcription instead. Rejects with an AppError.
 */
export async function fetchSource(deps: SourceDeps, source: SourceRun): Promise<Transcription | undefined> {
  const { transcript, run, progress } = source;
  if (transcript.sourceUrl === null || (await findMedia(deps.db, transcript.id))) return undefined;
  progress.report('downloading', 0);
  const folder = downloadFolder(source.folder);
  const options: DownloadOptions = {
    signal: run.signal,
    onProgress: (done, total) => progress.report('downloading', done / (total ?? Number.POSITIVE_INFINITY)),
  };
  const videoId = transcript.sourceType === 'youtube' ? videoIdOf(transcript.sourceUrl) : null;
  if (videoId === null) {
    const { path } = await download(deps.outbound, { address: transcript.sourceUrl, folder }, options);
    await keep(deps, source, path);
  } else {
    const video = await orAborted(deps.videos.open(videoId), run.signal);
    const captions = await watchVideo(deps, source, video, videoId);
    if (captions) return captions;
    const { path } = await downloadSound(video, transcript, folder, options);
    await keep(deps, source, path);
  }
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

/** Stores what is known about a video, and returns its captions if they are enough. */
async function watchVideo(
  deps: SourceDeps,
  { transcript, run }: SourceRun,
  { title, durationMs, captions }: Video,
  videoId: string,
): Promise<Transcription | undefined> {
  if (durationMs !== null && durationMs > MAX_RECORDING_MS) throw new AppError('media_too_long');
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, transcript.id);
    if (row?.jobId !== run.id) throw new Superseded();
    // A title that somebody has given in the meantime is kept.
    const named = cutText(title.trim(), MAX_TITLE_LENGTH).trim();
    const isNew = named !== '' && row.title === placeholderTitle(videoId);
    await changeTranscript(tx, row.id, {
      durationMs,
      ...(isNew ? { title: named, normalizedTitle: normalizeText(named) } : {}),
    });
    await announceChange(deps, tx, row);
  });
  return transcript.options.suggestSpeakers ? undefined : captions(run.signal);
}

/** Without captions the audio is all there is; failing to get it as well has its own error. */
async function downloadSound(
  video: Video,
  { options: { suggestSpeakers } }: TranscriptRow,
  folder: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  try {
    return await video.downloadSound(folder, options);
  } catch (error) {
    const isWithoutAll =
      !suggestSpeakers && error instanceof AppError && error.code === 'video_download_failed';
    throw isWithoutAll ? new AppError('video_no_captions', { cause: error }) : error;
  }
}

/** Stores the file and the transcript's record of it, if the job is still current. */
async function keep(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  { transcript, run }: SourceRun,
  path: string,
): Promise<void> {
  const storageKey = `sources/${transcript.id}-${randomBytes(8).toString('hex')}`;
  const options = { maxBytes: MAX_SOURCE_BYTES, signal: run.signal };
  const written = await store.put(storageKey, createReadStream(path), options);
  await commitStoredFile(store, storageKey, () =>
    db.transaction(async (tx) => {
      const row = await lockTranscript(tx, transcript.id);
      if (row?.jobId !== run.id) throw new Superseded();
      await insertMedia(tx, { transcriptId: row.id, storageKey, ...written });
      // A video without captions: diarize its audio as well.
      await changeTranscript(tx, row.id, { options: { ...row.options, suggestSpeakers: true } });
    }),
  );
}

/** Moves what has been downloaded so far to the job that continues the download. */
export async function handDownloadOn(folder: string, nextFolder: string): Promise<void> {
  const there = await stat(downloadFolder(folder)).catch(() => undefined);
  if (!there) return;
  await mkdir(dirname(downloadFolder(nextFolder)), { recursive: true });
  await rename(downloadFolder(folder), downloadFolder(nextFolder));
}

function downloadFolder(workFolder: string): string {
  return join(workFolder, 'download');
}

/** For work that soon ends by itself and that nobody waits for after an abort. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Its later outcome no longer matters.
  work.catch(() => undefined);
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
