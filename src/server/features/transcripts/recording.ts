import type { TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from './access.ts';
import { findMedia } from './media-queries.ts';
import type { TranscriptRow } from './queries.ts';

/** Throws 'waveform_not_found' until the recording has been read. */
export async function viewWaveform(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableTranscript,
): Promise<{ bucketMs: number; peaks: number[] }> {
  const media = await findMedia(db, id);
  if (!media?.waveform || !media.waveformBucketMs) throw new AppError('waveform_not_found');
  return { bucketMs: media.waveformBucketMs, peaks: media.waveform };
}

/** The recording as it arrived, whatever browsers play; undefined if it is not stored here. */
export async function originalOf(
  { db }: { db: Db | Tx },
  { id }: Pick<TranscriptRow, 'id'>,
): Promise<{ key: string; hasPicture: boolean } | undefined> {
  const media = await findMedia(db, id);
  return media && { key: media.storageKey, hasPicture: media.kind === 'video' };
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
