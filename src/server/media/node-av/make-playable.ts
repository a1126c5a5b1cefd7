import { Decoder, Demuxer, Encoder, FilterAPI, Muxer, pipeline } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { PICTURE_FILTER, PLAYABLE } from '../playable.ts';
import { OPEN_OPTIONS } from './open.ts';

interface PlayableTask {
  path: string;
  target: string;
  copyAudio: boolean;
  video: 'none' | 'copy' | 'encode';
}

/** Writes an MP4 of the first audio and video stream; copies what browsers already play, and encodes the rest. */
export async function makePlayable(task: PlayableTask, onProgress: (doneMs: number) => void): Promise<void> {
  await using input = await Demuxer.open(task.path, { options: OPEN_OPTIONS });
  await using output = await Muxer.open(task.target, {
    input,
    format: 'mp4',
    options: { movflags: '+faststart' },
  });
  const audio = task.copyAudio ? ('passthrough' as const) : await encodeAudio(input);
  const options = { onProgress: ({ time }: { time: number }) => onProgress(time * 1000) };
  if (task.video === 'none') {
    await pipeline(input, { audio }, output, options).completion;
    return;
  }
  const video = task.video === 'copy' ? ('passthrough' as const) : await encodeVideo(input);
  await pipeline(input, { audio, video }, output, options).completion;
}

async function encodeAudio(input: Demuxer) {
  const stream = input.audio();
  if (!stream) throw new Error('no sound stream');
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(
    `aformat=sample_fmts=fltp:channel_layouts=stereo|mono,aresample=${PLAYABLE.audioRate}`,
  );
  const encoder = await Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: PLAYABLE.audioBitrate });
  return [decoder, filter, encoder];
}

async function encodeVideo(input: Demuxer) {
  const stream = input.video();
  if (!stream) throw new Error('no picture stream');
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(PICTURE_FILTER);
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    options: { preset: PLAYABLE.preset, crf: PLAYABLE.quality },
  });
  return [decoder, filter, encoder];
}
