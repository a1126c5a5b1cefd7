import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_SOURCE_BYTES } from '#contract/limits.ts';
import type { Transcription } from '#speech/engine.ts';
import type { Deps } from '../../deps.ts';
import { download } from '../../sources/download.ts';
import type { ProgressReporter } from './progress.ts';
import { findMedia, insertMedia, lockTranscript, type TranscriptRow } from './queries.ts';
import { Superseded } from './superseded.ts';

type SourceDeps = Pick<Deps, 'db' | 'store' | 'outbound'>;

export interface SourceRun {
  transcript: TranscriptRow;
  run: { id: string; signal: AbortSignal };
  /** The job's own; what a killed run has downloaded is found there again. */
  folder: string;
  progress: ProgressReporter;
}

/** Brings a recording from elsewhere into the store, once. Rejects with an AppError. */
export async function fetchSource(deps: SourceDeps, source: SourceRun): Promise<Transcription | undefined> {
  const { transcript, run, progress } = source;
  if (transcript.sourceUrl === null || (await findMedia(deps.db, transcript.id))) return undefined;
  progress.report('downloading', 0);
  const folder = downloadFolder(source.folder);
  const file = await download(
    deps.outbound,
    { address: transcript.sourceUrl, folder },
    {
      signal: run.signal,
      onProgress: (done, total) => progress.report('downloading', done / (total ?? Infinity)),
    },
  );
  await keep(deps, source, file.path);
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

/** Puts the file into the store and the transcript's record of it into the database, if the job is still the current one. */
async function keep(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  { transcript, run }: SourceRun,
  path: string,
): Promise<void> {
  const storageKey = `sources/${transcript.id}-${randomBytes(8).toString('hex')}`;
  const options = { maxBytes: MAX_SOURCE_BYTES, signal: run.signal };
  const { sizeBytes } = await store.put(storageKey, createReadStream(path), options);
  try {
    await db.transaction(async (tx) => {
      const row = await lockTranscript(tx, transcript.id);
      if (row?.jobId !== run.id) throw new Superseded();
      await insertMedia(tx, { transcriptId: row.id, storageKey, sizeBytes });
    });
  } catch (error) {
    await store.remove(storageKey);
    throw error;
  }
}

/** Gives what was downloaded so far to the job that will go on with it. */
export async function handDownloadOn(folder: string, nextFolder: string): Promise<void> {
  const there = await stat(downloadFolder(folder)).catch(() => undefined);
  if (!there) return;
  await mkdir(dirname(downloadFolder(nextFolder)), { recursive: true });
  await rename(downloadFolder(folder), downloadFolder(nextFolder));
}

function downloadFolder(workFolder: string): string {
  return join(workFolder, 'download');
}
