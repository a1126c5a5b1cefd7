import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import { fileTitle, recordingTitle } from '#domain/recording-title.ts';
import { AppError } from '../../app-error.ts';
import type { HeardSound } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { namingContent } from '../../media/found-content.ts';
import { tracksIn } from '../../media/heard-tracks.ts';
import { isRemuxable } from '../../media/playable.ts';
import { playbackOf } from '../../media/playback.ts';
import { decodedPart, decodeWithin, type ScratchRoom } from '../../media/scratch.ts';
import type { SoundClock } from '../../media/sound-clock.ts';
import { measureFinePeaks, measureWaveform } from '../../media/waveform.ts';
import { emit } from '../../pipeline.ts';
import { hashOfFile } from '../../storage/content-hash.ts';
import { readNote, writeNote } from '../../storage/note.ts';
import { saveFinePeaks } from './fine-waveform-queries.ts';
import { HeardSoundNote, heardIn, isHeardBy } from './heard-sound.ts';
import { changeMediaAsJob, findMedia, type MediaChange } from './media-queries.ts';
import type { ProgressReporter } from './progress.ts';
import { changeAsJob, findTranscript, renameAsJob, type TranscriptRow } from './queries.ts';
import { announceChange } from './service.ts';
import { Superseded } from './superseded.ts';

type PrepareDeps = Pick<Deps, 'db' | 'jobs' | 'events' | 'store' | 'mediaTool'>;

/** A recording that is to be decoded. */
export interface Preparation {
  transcript: TranscriptRow;
  run: Pick<JobRun<unknown>, 'id' | 'signal'>;
  folder: string;
  room: ScratchRoom;
  progress: ProgressReporter;
  /** Whether the recording is heard by the sound that it is heard by now, whatever its options say. */
  keepsSound?: boolean;
}

const PreparedAudio = z.object({
  durationMs: z.int(),
  storageKey: z.string(),
  /** Missing in notes from before it could be chosen. */
  heard: HeardSoundNote.nullable().optional(),
});

/**
 * The decoded audio in the working folder, and what is learned of the recording on the way; reuses what an earlier run of the job decoded
 * on this machine. `heard` is what has to change once the new text is shown: until then, another sound of the recording is played. Throws 'media_missing', 'media_too_long', 'no_audio', Superseded, and what the media tool throws.
 */
export async function prepareAudio(
  deps: PrepareDeps,
  { transcript, run, folder, progress, room, keepsSound = false }: Preparation,
): Promise<{ pcmPath: string; durationMs: number; heard: HeardSound | null }> {
  const media = await findMedia(deps.db, transcript.id);
  if (!media) throw new AppError('media_missing');
  const pcmPath = join(folder, 'audio.f32');
  const note = join(folder, 'audio.json');
  const earlier = await readNote(note, PreparedAudio);
  if (earlier?.storageKey === media.storageKey)
    return { pcmPath, durationMs: earlier.durationMs, heard: earlier.heard ?? null };

  const learn = async (facts: MediaChange) => {
    if (!(await changeMediaAsJob(deps.db, transcript.id, run.id, facts))) throw new Superseded();
  };
  await mkdir(folder, { recursive: true });
  const wanted = keepsSound ? heardIn(media) : (transcript.options.soundTrack ?? null);
  const { durationMs, heard } = await deps.store.withLocalFile(
    media.storageKey,
    async (path) => {
      // A file that came in parts, or went to the store directly, is read here for the first time.
      if (media.contentHash === null) await learn({ contentHash: await hashOfFile(path, run.signal) });
      const info = await deps.mediaTool
        .probe(path, { signal: run.signal, wanted })
        .catch(async (error: unknown) => {
          throw await namingContent(path, error);
        });
      const { sound } = info;
      if (!sound) throw new AppError('no_audio');
      if (sound.lastMs > MAX_RECORDING_MS) throw new AppError('media_too_long');
      const transcode = (clock: SoundClock): MediaChange => ({
        transcode: playbackOf(info, clock).playable ? 'not-needed' : 'pending',
      });
      const isMade = media.transcode === 'made';
      const { kind, mimeType } = playbackOf(info, 'steady');
      const numbers = tracksIn(sound).map(({ number }) => number);
      const facts = {
        soundTrack: sound.number,
        mixedTracks: numbers.length > 1 ? numbers : null,
        soundTracks: sound.of,
        tracks: info.tracks.length > 0 ? [...info.tracks] : media.tracks,
      };
      // What is played fits the text that is shown: this one is not yet.
      const isOther = transcript.status === 'completed' && !isHeardBy(media, numbers);
      if (!isOther) await learn({ kind, mimeType, ...facts, ...(isMade ? {} : transcode('steady')) });
      await takeTitle(deps, transcript, run, info.title);
      await announceDuration(deps, transcript, run, info.durationMs);
      const decoded = await decodeWithin(
        deps.mediaTool,
        room,
        { path, target: pcmPath, sound },
        {
          signal: run.signal,
          onProgress: (doneMs) => progress.report('decoding', decodedPart(sound, doneMs)),
        },
      );
      const { clock } = decoded;
      if (isOther) {
        const { playable: playsAsItIs } = playbackOf(info, clock);
        return { ...decoded, heard: { ...facts, soundClock: clock, playsAsItIs } };
      }
      // The copy of an earlier run was made at the times that were read then.
      const isTrue = isMade && clock === (media.soundClock ?? 'steady');
      const change = { soundClock: clock, ...(isTrue ? {} : transcode(clock)) };
      await learn(change);
      // What takes no encoding need not wait for the text.
      if (change.transcode === 'pending' && isRemuxable({ info, clock }))
        await deps.db.transaction((tx) =>
          emit(deps, tx, 'recording.remuxable', { transcriptId: transcript.id }),
        );
      return { ...decoded, heard: null };
    },
    run.signal,
  );
  const waveform = await measureWaveform(pcmPath, durationMs, run.signal);
  const loudness = { waveform: waveform.peaks, waveformBucketMs: waveform.bucketMs };
  const other = heard && { ...heard, ...loudness };
  if (!other) {
    await learn(loudness);
    await saveFinePeaks(deps.db, transcript.id, await measureFinePeaks(pcmPath, durationMs, run.signal));
  }
  await announceDuration(deps, transcript, run, durationMs);
  await writeNote(note, { durationMs, storageKey: media.storageKey, heard: other });
  return { pcmPath, durationMs, heard: other };
}

/** The length of a recording in milliseconds, which is decoded if it is not known yet; of one that is played elsewhere, what is known, at most what a recording may have. */
export async function lengthOf(deps: PrepareDeps, preparation: Preparation): Promise<number> {
  const { db } = deps;
  const media = await findMedia(db, preparation.transcript.id);
  const known = (await findTranscript(db, preparation.transcript.id))?.durationMs ?? null;
  if (!media || (media.waveform && known !== null)) return known ?? MAX_RECORDING_MS;
  preparation.progress.report('reading', 0);
  return (await prepareAudio(deps, preparation)).durationMs;
}

async function announceDuration(
  deps: PrepareDeps,
  transcript: TranscriptRow,
  run: Pick<JobRun<unknown>, 'id' | 'signal'>,
  durationMs: number | null,
): Promise<void> {
  const current = await changeAsJob(deps.db, transcript.id, run.id, { durationMs });
  if (!current) throw new Superseded();
  await announceChange(deps, deps.db, transcript);
}

/** Takes an uploaded file's embedded title, unless somebody has given it one in the meantime. */
async function takeTitle(
  { db }: PrepareDeps,
  { id, sourceType, status, originalFilename }: TranscriptRow,
  run: Pick<JobRun<unknown>, 'id' | 'signal'>,
  tag: string | null,
): Promise<void> {
  const title = recordingTitle(tag);
  if (title === null || sourceType !== 'upload' || status !== 'processing' || originalFilename === null)
    return;
  await renameAsJob(db, { id, jobId: run.id }, { from: fileTitle(originalFilename), to: title });
}
