import { Demuxer, Muxer } from 'node-av/api';
import { AV_LOG_QUIET, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { clipPictureFilter, clipSoundFilter } from '../clip-filters.ts';
import type { ClipCut } from '../tool.ts';
import { encodePicture, encodeSound, soundsOf, takeAll } from './lines.ts';
import { OPEN_OPTIONS } from './open.ts';

interface ClipTask extends ClipCut {
  path: string;
  target: string;
}

/** The recording has neither sound nor picture in that part. */
export class NothingThere extends Error {}

/** Decoders need some sound before the first sample to get it right. */
const LEAD_IN_SECONDS = 1;
/** Pictures are stored in an order other than the one they are shown in: reading goes on this far beyond the end. */
const BEYOND_SECONDS = 2;

/** Writes a part of a recording, in which each packet goes through its decoder, filter and encoder until the part is over. */
export async function cutClip(task: ClipTask, onProgress: (doneMs: number) => void): Promise<void> {
  Log.setLevel(AV_LOG_QUIET);
  // A file is only begun once there is something of each stream: where there is no picture any more, only the sound is written.
  const hasPicture = task.format === 'mp4';
  const isWritten =
    (await write(task, hasPicture, onProgress)) || (hasPicture && (await write(task, false, onProgress)));
  if (!isWritten) throw new NothingThere('no sound in this part');
}

/** Returns whether there was something of all that it takes. */
async function write(
  task: ClipTask,
  hasPicture: boolean,
  onProgress: (doneMs: number) => void,
): Promise<boolean> {
  const { sound, startMs, endMs, format } = task;
  using input = Demuxer.openSync(task.path, { options: OPEN_OPTIONS });
  const output = Muxer.openSync(task.target, {
    format,
    ...(format === 'mp4' ? { options: { movflags: '+faststart' } } : {}),
  });
  const begin = sound.zero + startMs / 1000;
  // A clock that is broken says nothing of how far reading has come.
  const until = sound.isBroken ? Number.POSITIVE_INFINITY : endMs / 1000 + BEYOND_SECONDS;
  const part = { zero: sound.zero, until };
  const picture = hasPicture ? input.video() : undefined;
  const lines = [
    encodeSound(soundsOf(input, sound), output, format, { ...part, filter: clipSoundFilter(task, begin) }),
    ...(picture ? [encodePicture(picture, output, { ...part, filter: clipPictureFilter(task, begin) })] : []),
  ];
  // Of a clock that is broken, nothing can be looked up: all that comes before is decoded.
  const from = Math.max(sound.start, begin - LEAD_IN_SECONDS);
  if (startMs > 0 && !sound.isBroken && from > sound.start)
    FFmpegError.throwIfError(input.seekSync(from, -1, AVSEEK_FLAG_BACKWARD), 'seek');
  await takeAll(input, output, lines, (reached) => onProgress(Math.max(0, reached * 1000 - startMs)));
  return lines.every((line) => line.packets() > 0);
}
