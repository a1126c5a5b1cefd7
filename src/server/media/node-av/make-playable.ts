import { Demuxer, Muxer } from 'node-av/api';
import { MUXING_QUEUE, type PlayablePlan } from '../playable.ts';
import { copy, encodePicture, encodeSound, soundOf, takeAll } from './lines.ts';
import { NoAudio, OPEN_OPTIONS } from './open.ts';

interface PlayableTask {
  path: string;
  target: string;
  sound: { index: number; zero: number };
  plan: PlayablePlan;
}

/** Writes an MP4 of the sound that is heard and the first video stream; copies what browsers already play, and encodes the rest. */
export function makePlayable(
  { path, target, sound, plan }: PlayableTask,
  onProgress: (doneMs: number) => void,
): void {
  using input = Demuxer.openSync(path, { options: OPEN_OPTIONS });
  const output = Muxer.openSync(target, {
    format: 'mp4',
    options: { movflags: '+faststart' },
    maxMuxingQueueSize: MUXING_QUEUE,
  });
  const { zero } = sound;
  const whole = { zero, until: Number.POSITIVE_INFINITY };
  const begin = `PTS-${zero}/TB`;
  const heard = soundOf(input, sound);
  const picture = plan.video === 'none' ? undefined : input.video();
  const lines = [
    plan.copyAudio
      ? copy(heard, output, whole)
      : encodeSound(heard, output, 'mp4', { ...whole, filter: `asetpts=${begin},${plan.filters.sound}` }),
  ];
  if (picture)
    lines.push(
      plan.video === 'copy'
        ? copy(picture, output, whole)
        : encodePicture(picture, output, { ...whole, filter: `setpts=${begin},${plan.filters.picture}` }),
    );
  takeAll(input, output, lines, (seconds) => onProgress(seconds * 1000));
  if (lines[0]?.packets() === 0) throw new NoAudio('nothing could be decoded');
}
