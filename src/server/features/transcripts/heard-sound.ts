import { z } from 'zod';
import { SoundTrackFacts } from '#contract/sound-tracks.ts';
import type { Tx } from '../../db/client.ts';
import type { HeardSound } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { SOUND_CLOCKS } from '../../media/sound-clock.ts';
import { emit } from '../../pipeline.ts';
import { deleteFinePeaks } from './fine-waveform-queries.ts';
import { changeMedia, findMedia, type MediaRow } from './media-queries.ts';

/** What is kept in a working folder of the sound that is being transcribed. */
export const HeardSoundNote: z.ZodType<HeardSound> = z.object({
  soundTrack: z.int(),
  mixedTracks: z.array(z.int()).nullable(),
  soundTracks: z.int(),
  tracks: z.array(SoundTrackFacts).nullable(),
  soundClock: z.enum(SOUND_CLOCKS).nullable(),
  playsAsItIs: z.boolean(),
  waveform: z.array(z.number()).nullable(),
  waveformBucketMs: z.number().nullable(),
});

/** The numbers of the sound tracks that the text is of, which are mixed if there are several; null before that is known. */
export function heardIn({ soundTrack, mixedTracks }: Pick<MediaRow, 'soundTrack' | 'mixedTracks'>) {
  return mixedTracks ?? (soundTrack === null ? null : [soundTrack]);
}

/** Whether a recording is heard by these tracks already, or it is not known yet by which. */
export function isHeardBy(media: MediaRow, numbers: readonly number[]): boolean {
  const heard = heardIn(media);
  return (
    heard === null || (heard.length === numbers.length && heard.every((number) => numbers.includes(number)))
  );
}

/** What a version keeps of the sound that its text is of; null if the recording has only one, or if it is not known. */
export function keptSound(media: MediaRow | undefined): HeardSound | null {
  if (!media || media.soundTrack === null || media.soundTracks === null || media.soundTracks < 2) return null;
  const { soundTrack, mixedTracks, soundTracks, tracks, soundClock, waveform, waveformBucketMs } = media;
  const playsAsItIs = media.transcode === 'not-needed';
  return {
    soundTrack,
    mixedTracks,
    soundTracks,
    tracks,
    soundClock,
    playsAsItIs,
    waveform,
    waveformBucketMs,
  };
}

/**
 * Makes a sound the one that is heard, in the transaction that shows its text. The copy of the other one is removed, and a job makes that
 * of this one if it takes one.
 */
export async function hearSound(
  deps: Pick<Deps, 'jobs' | 'events'>,
  tx: Tx,
  transcriptId: number,
  { playsAsItIs, ...sound }: HeardSound,
): Promise<void> {
  const media = await findMedia(tx, transcriptId);
  if (!media || isHeardBy(media, sound.mixedTracks ?? [sound.soundTrack])) return;
  await changeMedia(tx, transcriptId, {
    ...sound,
    transcode: playsAsItIs ? 'not-needed' : 'pending',
    transcodeStorageKey: null,
  });
  await deleteFinePeaks(tx, transcriptId);
  const storageKeys = media.transcodeStorageKey === null ? [] : [media.transcodeStorageKey];
  await emit(deps, tx, 'recording.sound-changed', { transcriptId, storageKeys });
}
