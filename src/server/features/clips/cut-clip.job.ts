import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { MAX_CLIP_BYTES } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsRun, whileWanted } from '../../events/unwanted.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { writeCaptions } from '../../media/captions-folder.ts';
import { commitStoredFile } from '../../storage/commit-stored-file.ts';
import { missingResourceOf, originalOf, ownerOf } from '../transcripts/service.ts';
import type { clipDeadLetterJob, clipJob } from './jobs.ts';
import { type ClipRow, changeRunningClip, findClip } from './queries.ts';
import { announceClips } from './service.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'log'>;

/** The clip was deleted, or is made by another run now. */
class Superseded extends Error {}

/** How often windows are told about progress. */
const PROGRESS_MS = 1000;

/** Cuts a clip out of its recording and stores it. */
export function clipHandler(deps: JobDeps): JobHandler<z.output<typeof clipJob.payload>> {
  return async ({ id: jobId, payload: { clipId }, signal, postpone }) => {
    const find = async () => {
      const clip = await findClip(deps.db, clipId);
      return clip?.status === 'processing' && clip.jobId === jobId ? clip : undefined;
    };
    const clip = await find();
    if (!clip) return;
    const wanted = whileWanted(deps.events, {
      isEnd: endsRun(jobId),
      isWanted: async () => (await find()) !== undefined,
      reason: new Superseded(),
    });
    try {
      await cut(deps, clip, AbortSignal.any([signal, wanted.signal]));
    } catch (error) {
      if (error instanceof Superseded) return;
      const missing = missingResourceOf(error);
      if (missing && (await postpone())) {
        deps.log.warn({ clipId, err: error }, 'clip postponed');
        return;
      }
      if (!missing && !(error instanceof AppError)) throw error;
      const code = error instanceof AppError ? error.code : (missing ?? 'clip_failed');
      deps.log.info({ clipId, code, err: error }, 'clip failed');
      await failClip(deps, clip, code === 'media_missing' ? 'clip_without_recording' : code);
    } finally {
      wanted.end();
    }
  };
}

/** Marks a clip whose retries are used up as failed, so that nobody waits for it any more. */
export function clipDeadLetterHandler(
  deps: Pick<Deps, 'db' | 'events'>,
): JobHandler<z.output<typeof clipDeadLetterJob.payload>> {
  return async ({ payload: { clipId } }) => {
    const clip = await findClip(deps.db, clipId);
    if (clip) await failClip(deps, clip, 'clip_failed');
  };
}

async function failClip(
  deps: Pick<Deps, 'db' | 'events'>,
  { id, jobId, transcriptId }: ClipRow,
  errorCode: ErrorCode,
): Promise<void> {
  const isOver = await changeRunningClip(deps.db, runOf({ id, jobId }), { status: 'failed', errorCode });
  if (isOver) await announce(deps, transcriptId);
}

async function cut(deps: JobDeps, clip: ClipRow, signal: AbortSignal): Promise<void> {
  const original = await originalOf(deps, { id: clip.transcriptId });
  if (!original) throw new AppError('clip_without_recording');
  // Each run has its own folder, so that a stalled run and its replacement do not interfere.
  const folder = join(deps.config.dataDir, 'work', `clip-${clip.id}-${randomUUID()}`);
  const target = join(folder, `clip.${clip.format}`);
  await mkdir(folder, { recursive: true });
  try {
    if (clip.captions) await writeCaptions(folder, clip.captions);
    const { startMs, endMs, format } = clip;
    const wanted = { startMs, endMs, format, ...(clip.captions ? { captionsFolder: folder } : {}) };
    const onProgress = reportProgress(deps, clip);
    await deps.store.withLocalFile(
      original.key,
      async (path) => {
        const { sound } = await deps.mediaTool.probe(path, { signal, wanted: original.heard });
        if (!sound) throw new AppError('no_audio');
        await deps.mediaTool.cutClip(path, target, { ...wanted, sound }, { signal, onProgress });
      },
      signal,
    );
    // An orderly exit of the tool is no proof of a file with something in it.
    const { durationMs } = await deps.mediaTool.probe(target, { signal });
    if (!durationMs) throw new AppError('clip_empty');
    const storageKey = `clips/${clip.id}-${randomUUID()}.${format}`;
    const { sizeBytes } = await deps.store.put(storageKey, createReadStream(target), {
      maxBytes: MAX_CLIP_BYTES,
      signal,
    });
    await commitStoredFile(deps.store, storageKey, async () => {
      const change = { status: 'ready', progressPercent: 100, storageKey, sizeBytes } as const;
      if (!(await changeRunningClip(deps.db, runOf(clip), change))) throw new Superseded();
    });
    await announce(deps, clip.transcriptId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores how far a run is, and tells the windows, once a second at most. */
function reportProgress(deps: JobDeps, clip: ClipRow): (doneMs: number) => void {
  let told = performance.now();
  return (doneMs) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    const progressPercent = Math.min(99, (100 * doneMs) / (clip.endMs - clip.startMs));
    // Progress is not worth failing for.
    changeRunningClip(deps.db, runOf(clip), { progressPercent })
      .then((row) => row && announce(deps, clip.transcriptId))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'cannot report progress'));
  };
}

async function announce(deps: Pick<Deps, 'db' | 'events'>, transcriptId: number): Promise<void> {
  const userId = await ownerOf(deps, transcriptId);
  if (userId !== undefined) await announceClips(deps, deps.db, { id: transcriptId, userId });
}

function runOf({ id, jobId }: Pick<ClipRow, 'id' | 'jobId'>): { id: number; jobId?: string } {
  return jobId === null ? { id } : { id, jobId };
}
