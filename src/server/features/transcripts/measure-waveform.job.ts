import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { decodeWithin } from '../../media/scratch.ts';
import { measureFinePeaks } from '../../media/waveform.ts';
import { missingResourceOf } from './failure.ts';
import { failWaveform, isWaveformPending, saveFinePeaks } from './fine-waveform-queries.ts';
import { heardIn } from './heard-sound.ts';
import type { measureWaveformDeadLetterJob, measureWaveformJob } from './jobs.ts';
import { findMedia } from './media-queries.ts';
import { findTranscript } from './queries.ts';
import { Superseded } from './superseded.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'scratch' | 'log'>;

/** Decodes a recording once more and stores its waveform in full. */
export function measureWaveformHandler(
  deps: JobDeps,
): JobHandler<z.output<typeof measureWaveformJob.payload>> {
  return async ({ payload: { transcriptId }, signal, postpone }) => {
    const isWanted = () => isWaveformPending(deps.db, transcriptId);
    if (!(await isWanted())) return;
    const isEnd = endsWithTranscript(transcriptId);
    const wanted = whileWanted(deps.events, { isEnd, isWanted, reason: new Superseded() });
    try {
      const peaks = await measure(deps, transcriptId, AbortSignal.any([signal, wanted.signal]));
      // Another sound of the recording may be heard now.
      if (await isWanted()) await saveFinePeaks(deps.db, transcriptId, peaks);
    } catch (error) {
      if (error instanceof Superseded) return;
      const missing = missingResourceOf(error);
      if (missing && (await postpone())) {
        deps.log.warn({ transcriptId, err: error }, 'waveform postponed');
        return;
      }
      if (!missing && !(error instanceof AppError)) throw error;
      deps.log.info({ transcriptId, err: error }, 'waveform failed');
      await failWaveform(deps.db, transcriptId);
    } finally {
      wanted.end();
    }
  };
}

/** Records that there is no waveform in full once its retries are used up. */
export function measureWaveformDeadLetterHandler({
  db,
}: Pick<Deps, 'db'>): JobHandler<z.output<typeof measureWaveformDeadLetterJob.payload>> {
  return ({ payload: { transcriptId } }) => failWaveform(db, transcriptId);
}

async function measure(deps: JobDeps, transcriptId: number, signal: AbortSignal): Promise<Uint8Array> {
  const media = await findMedia(deps.db, transcriptId);
  const transcript = await findTranscript(deps.db, transcriptId);
  if (!media || !transcript) throw new Superseded();
  // Each run has its own folder, so that a stalled run and its replacement do not interfere.
  const folder = join(deps.config.dataDir, 'work', `waveform-${randomUUID()}`);
  const pcmPath = join(folder, 'audio.f32');
  const room = deps.scratch.open(transcript.userId);
  try {
    await mkdir(folder, { recursive: true });
    const { durationMs } = await deps.store.withLocalFile(
      media.storageKey,
      async (path) => {
        const { sound } = await deps.mediaTool.probe(path, { signal, wanted: heardIn(media) });
        if (!sound) throw new AppError('no_audio');
        return decodeWithin(deps.mediaTool, room, { path, target: pcmPath, sound }, { signal });
      },
      signal,
    );
    return await measureFinePeaks(pcmPath, durationMs, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
    room.close();
  }
}
