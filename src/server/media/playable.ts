import type { MediaInfo } from './tool.ts';

/** How the copy for browsers is encoded: fast and small, because it is for following the text, not for archiving. */
export const PLAYABLE = {
  audioBitrate: 128_000,
  audioRate: 44_100,
  preset: 'veryfast',
  quality: 26,
  maxHeight: 720,
} as const;

/** At most 720 lines, even dimensions (H.264 needs them), and the pixel format that every browser supports. */
export const PICTURE_FILTER = `scale=-2:'min(${PLAYABLE.maxHeight},trunc(ih/2)*2)',format=yuv420p`;

/** How to treat each stream to make an MP4 that browsers can play. */
export function playablePlan({ audioCodec, videoCodec }: MediaInfo): {
  copyAudio: boolean;
  video: 'none' | 'copy' | 'encode';
} {
  const copyable = audioCodec === 'aac' || audioCodec === 'mp3';
  if (videoCodec === null) return { copyAudio: copyable, video: 'none' };
  // With an encoded video stream, copied audio from an AVI gives an MP4 that cannot be written, so both are encoded.
  return videoCodec === 'h264'
    ? { copyAudio: copyable, video: 'copy' }
    : { copyAudio: false, video: 'encode' };
}
