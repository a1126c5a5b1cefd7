import type { MediaInfo } from './tool.ts';

/** How the copy for browsers is encoded: quickly and small, as it is for following the text, not for keeping. */
export const PLAYABLE = {
  audioBitrate: 128_000,
  audioRate: 44_100,
  preset: 'veryfast',
  quality: 26,
  maxHeight: 720,
} as const;

/** At most 720 lines, even sides (H.264 needs them), the pixel format that every browser knows. */
export const PICTURE_FILTER = `scale=-2:'min(${PLAYABLE.maxHeight},trunc(ih/2)*2)',format=yuv420p`;

/** What has to be done to each stream for an MP4 that browsers play. */
export function playablePlan({ audioCodec, videoCodec }: MediaInfo): {
  copyAudio: boolean;
  video: 'none' | 'copy' | 'encode';
} {
  const copyable = audioCodec === 'aac' || audioCodec === 'mp3';
  if (videoCodec === null) return { copyAudio: copyable, video: 'none' };
  // Next to an encoded picture a copied sound of an AVI gives an MP4 that cannot be written: both are encoded then.
  return videoCodec === 'h264'
    ? { copyAudio: copyable, video: 'copy' }
    : { copyAudio: false, video: 'encode' };
}
