import type { TranscriptId } from '#contract/ids.ts';
import { FINE_PEAK_MS } from '#contract/limits.ts';
import type { Waveform } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import type { ReadableTranscript } from './access.ts';
import { findFinePeaks, insertPendingWaveform } from './fine-waveform-queries.ts';
import { heardIn } from './heard-sound.ts';
import { findMedia } from './media-queries.ts';
import type { TranscriptRow } from './queries.ts';

/** Throws 'waveform_not_found' until the recording has been read. */
export async function viewWaveform({ db }: Pick<Deps, 'db'>, { id }: ReadableTranscript): Promise<Waveform> {
  const media = await findMedia(db, id);
  if (!media?.waveform || !media.waveformBucketMs) throw new AppError('waveform_not_found');
  return { start: 0, bucketMs: media.waveformBucketMs, peaks: media.waveform };
}

/**
 * The waveform of a part of a finished transcript's recording, a peak for every 10 ms; shorter than asked for where the recording ends before.
 * If it has not been measured in full yet, that begins, and this throws 'waveform_pending' until it is done. Throws 'waveform_not_found' if there
 * is no recording here, or none that can be measured.
 */
export async function viewWaveformPart(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  { id, status }: ReadableTranscript,
  { from, to }: { from: number; to: number },
): Promise<Waveform> {
  const first = Math.floor((from * 1000) / FINE_PEAK_MS);
  const count = Math.ceil((to * 1000) / FINE_PEAK_MS) - first;
  const fine = await findFinePeaks(deps.db, id, { first, count });
  if (fine?.peaks)
    return { start: (first * FINE_PEAK_MS) / 1000, bucketMs: FINE_PEAK_MS, peaks: [...fine.peaks] };
  if (fine?.status === 'pending') throw new AppError('waveform_pending');
  // While it is being transcribed, that measures it.
  if (fine || status !== 'completed' || !(await originalOf(deps, { id })))
    throw new AppError('waveform_not_found');
  await deps.db.transaction(async (tx) => {
    if (await insertPendingWaveform(tx, id)) await emit(deps, tx, 'waveform.wanted', { transcriptId: id });
  });
  throw new AppError('waveform_pending');
}

/** The recording as it arrived, whatever browsers play, and by which sound tracks it is heard; undefined if it is not stored here. */
export async function originalOf(
  { db }: { db: Db | Tx },
  { id }: Pick<TranscriptRow, 'id'>,
): Promise<{ key: string; hasPicture: boolean; heard: readonly number[] | null } | undefined> {
  const media = await findMedia(db, id);
  return media && { key: media.storageKey, hasPicture: media.kind === 'video', heard: heardIn(media) };
}

/** The storage key and media type of the recording that browsers play; undefined until known, or if there is none. */
export async function recordingOf(
  { db }: Pick<Deps, 'db'>,
  id: TranscriptId,
): Promise<{ key: string; mimeType: string } | undefined> {
  const media = await findMedia(db, id);
  if (!media) return undefined;
  if (media.transcode === 'made' && media.transcodeStorageKey) {
    return { key: media.transcodeStorageKey, mimeType: `${media.kind ?? 'audio'}/mp4` };
  }
  if (media.transcode !== 'not-needed' || !media.mimeType) return undefined;
  return { key: media.storageKey, mimeType: media.mimeType };
}
