import type { MediaInfo } from './tool.ts';

export interface Playback {
  kind: 'audio' | 'video';
  mimeType: string;
  /** Whether browsers can play the file as it is. */
  playable: boolean;
}

const MP4_AUDIO = new Set(['aac', 'mp3', 'opus', 'flac']);
const MP4_VIDEO = new Set(['h264', 'av1', 'vp9']);
const WAV_AUDIO = new Set(['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_u8']);

/** How a recording is served, based on its content: its file name does not count. */
export function playbackOf(info: MediaInfo): Playback {
  const { formatName, majorBrand, audioCodec, videoCodec } = info;
  const kind = videoCodec === null ? 'audio' : 'video';
  const as = (type: string, playable: boolean): Playback => ({ kind, mimeType: `${kind}/${type}`, playable });
  const formats = new Set(formatName.split(','));
  if (formats.has('mp4')) {
    const plays = MP4_AUDIO.has(audioCodec ?? '') && (videoCodec === null || MP4_VIDEO.has(videoCodec));
    return as('mp4', plays && isSeekable(info) && majorBrand?.trim() !== 'qt');
  }
  if (formats.has('webm')) {
    const plays =
      ['opus', 'vorbis'].includes(audioCodec ?? '') && [null, 'vp8', 'vp9', 'av1'].includes(videoCodec);
    return as('webm', plays && isSeekable(info));
  }
  if (kind === 'video') return as(formats.has('ogg') ? 'ogg' : 'x-unplayable', false);
  if (formats.has('mp3')) return as('mpeg', true);
  if (formats.has('wav')) return as('wav', WAV_AUDIO.has(audioCodec ?? ''));
  if (formats.has('flac')) return as('flac', true);
  if (formats.has('aac')) return as('aac', true);
  if (formats.has('ogg')) return as('ogg', ['opus', 'vorbis', 'flac'].includes(audioCodec ?? ''));
  return as('x-unplayable', false);
}

/** Browsers record files without a duration or an index: they play, but seeking does not work. */
function isSeekable({ durationMs }: MediaInfo): boolean {
  return durationMs !== null;
}
