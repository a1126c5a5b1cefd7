import { Demuxer, Muxer } from 'node-av/api';
import { MUXING_QUEUE, type PlayablePlan } from '../playable.ts';
import type { SoundTrack } from '../tool.ts';
import { copy, encodePicture, encodeSound, soundsOf, takeAll } from './lines.ts';
import { NoAudio, OPEN_OPTIONS } from './open.ts';

interface PlayableTask {
  path: string;
  target: string;
  sound: SoundTrack;
  plan: PlayablePlan;
}

/** Writes an MP4 of the sound that is heard and the first video stream; copies what browsers already play, and encodes the rest. */
export async function makePlayable(task: PlayableTask, onProgress: (doneMs: number) => void): Promise<void> {
  const { video } = task.plan;
  // A file is only begun once there is something of each stream: of a picture that cannot be decoded, only the sound is written.
  const isWritten =
    (await write(task, video, onProgress)) || (video !== 'none' && (await write(task, 'none', onProgress)));
  if (!isWritten) throw new NoAudio('nothing could be decoded');
}

/** Returns whether there was something of all that it takes. */
async function write(
  { path, target, sound, plan }: PlayableTask,
  video: PlayablePlan['video'],
  onProgress: (doneMs: number) => void,
): Promise<boolean> {
  using input = Demuxer.openSync(path, { options: OPEN_OPTIONS });
  const output = Muxer.openSync(target, {
    format: 'mp4',
    options: { movflags: '+faststart' },
    maxMuxingQueueSize: MUXING_QUEUE,
  });
  const { zero } = sound;
  const whole = { zero, until: Number.POSITIVE_INFINITY };
  const begin = `PTS-${zero}/TB`;
  const heard = soundsOf(input, sound);
  const picture = video === 'none' ? undefined : input.video();
  const lines = [
    plan.copyAudio
      ? copy(heard[0], output, whole)
      : encodeSound(heard, output, 'mp4', { ...whole, filter: `asetpts=${begin},${plan.filters.sound}` }),
  ];
  if (picture)
    lines.push(
      video === 'copy'
        ? copy(picture, output, whole)
        : encodePicture(picture, output, { ...whole, filter: `setpts=${begin},${plan.filters.picture}` }),
    );
  await takeAll(input, output, lines, (seconds) => onProgress(seconds * 1000));
  return lines.every((line) => line.packets() > 0);
}
