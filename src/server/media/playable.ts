import { COUNT_PICTURES, keepTimeFilter, type SoundClock } from './sound-clock.ts';
import type { Playable } from './tool.ts';

/** How the copy for browsers is encoded: fast and small, because it is for following the text, not for archiving. */
export const PLAYABLE = {
  audioBitrate: 128_000,
  audioRate: 44_100,
  preset: 'veryfast',
  quality: 26,
  maxHeight: 720,
} as const;

/** How many packets of one stream may wait for the first of another. */
export const MUXING_QUEUE = 1_000_000;

/** At most 720 lines, even dimensions (H.264 needs them), and the pixel format that every browser supports. */
export const PICTURE_FILTER = `scale=-2:'min(${PLAYABLE.maxHeight},trunc(ih/2)*2)',format=yuv420p`;

export interface PlayablePlan {
  copyAudio: boolean;
  video: 'none' | 'copy' | 'encode';
  /** For what is encoded; `sound`: for each track of a mix. */
  filters: { sound: string; picture: string };
}

/** How to treat each stream to make an MP4 that browsers can play. */
export function playablePlan({ info, clock }: Playable): PlayablePlan {
  const { audioCodec, videoCodec, sound } = info;
  const isBroken = clock === 'broken';
  const isMixed = sound !== null && sound.mixedWith.length > 0;
  // Silence has to be written where there is none.
  const copyAudio = clock === 'steady' && !isMixed && (audioCodec === 'aac' || audioCodec === 'mp3');
  const filters = {
    // Tracks of a mix begin together, if need be with silence.
    sound: soundFilter(isMixed && !isBroken ? 'gaps' : clock),
    picture: isBroken ? `${COUNT_PICTURES},${PICTURE_FILTER}` : PICTURE_FILTER,
  };
  if (videoCodec === null) return { copyAudio, video: 'none', filters };
  // With an encoded video stream, copied audio from an AVI gives an MP4 that cannot be written, so both are encoded.
  return videoCodec === 'h264' && !isBroken
    ? { copyAudio, video: 'copy', filters }
    : { copyAudio: false, video: 'encode', filters };
}

const [LAYOUTS, FLOATS] = ['channel_layouts=stereo|mono', 'sample_fmts=fltp'];

/** Whether the copy needs no encoding, and is made in seconds. */
export function isRemuxable(recording: Playable): boolean {
  const { copyAudio, video } = playablePlan(recording);
  return copyAudio && video !== 'encode';
}

/** Sound for one of our encoders, with the times that its recording has. */
export function soundFilter(clock: SoundClock): string {
  const { audioRate } = PLAYABLE;
  return clock === 'broken'
    ? // Counted by the encoder: FFmpeg makes the filter anew when the rate changes, and it would count from 0 again.
      `aresample=${audioRate},aformat=${FLOATS}:${LAYOUTS},asetpts=NAN`
    : // FFmpeg does not carry a choice of layouts over to what comes after `aresample`.
      `${keepTimeFilter(audioRate, `sample_fmts=s16:${LAYOUTS}`, clock === 'gaps')},aformat=${FLOATS}:${LAYOUTS}`;
}

/** What comes out of a mix, and how loud it may be: FFmpeg's limiter turns it down where it would be louder. */
const [MIX, LOUDEST] = ['mix', 0.97];

/**
 * FFmpeg's filter graph that mixes tracks, each as loud as it is, for one of our encoders.
 *
 * @param inputs what FFmpeg calls the tracks
 * @param filter for each of them, such as `soundFilter` gives
 */
export function mixGraph(inputs: readonly string[], filter: string): { graph: string; output: string } {
  const tracks = inputs.map(
    (input, at) => `[${input}]${filter},aformat=${FLOATS}:channel_layouts=stereo[track${at}]`,
  );
  const all = inputs.map((_, at) => `[track${at}]`).join('');
  const mix = `amix=inputs=${inputs.length}:duration=longest:dropout_transition=0:normalize=0`;
  const limit = `alimiter=level=false:limit=${LOUDEST}`;
  return { graph: `${[...tracks, all + mix].join(';')},${limit},aformat=${FLOATS}[${MIX}]`, output: MIX };
}
