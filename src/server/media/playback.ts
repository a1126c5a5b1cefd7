import { isOff, type SoundClock } from './sound-clock.ts';
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
export function playbackOf(info: MediaInfo, clock: SoundClock): Playback {
  const { formatName, majorBrand, audioCodec, videoCodec, sound, hasTrueSizes } = info;
  const kind = videoCodec === null ? 'audio' : 'video';
  const isExact = clock === 'steady' && isSeekable(info);
  const as = (type: string, playable: boolean): Playback => ({
    kind,
    mimeType: `${kind}/${type}`,
    playable: playable && isExact,
  });
  const formats = new Set(formatName.split(','));
  if (formats.has('mp4')) {
    const plays = MP4_AUDIO.has(audioCodec ?? '') && (videoCodec === null || MP4_VIDEO.has(videoCodec));
    return as('mp4', plays && majorBrand?.trim() !== 'qt');
  }
  if (formats.has('webm')) {
    const plays =
      ['opus', 'vorbis'].includes(audioCodec ?? '') && [null, 'vp8', 'vp9', 'av1'].includes(videoCodec);
    return as('webm', plays);
  }
  if (kind === 'video') return as(formats.has('ogg') ? 'ogg' : 'x-unplayable', false);
  if (formats.has('mp3')) return as('mpeg', sound?.hasConstantRate === true);
  if (formats.has('wav')) return as('wav', hasTrueSizes && WAV_AUDIO.has(audioCodec ?? ''));
  if (formats.has('flac')) return as('flac', true);
  // Its frames say neither where a second is nor how many there are.
  if (formats.has('aac')) return as('aac', false);
  if (formats.has('ogg')) return as('ogg', ['opus', 'vorbis', 'flac'].includes(audioCodec ?? ''));
  return as('x-unplayable', false);
}

/** How much a container may be wrong about its length, of which the last packet is a part. */
const ROUNDED_MS = 1000;

/**
 * Whether browsers find every moment in the file where it is: it says how long it is, begins at its time 0, and the sound that is heard
 * is the one that they take. Browsers themselves record files without a duration or an index, which play, but cannot be searched.
 */
function isSeekable({ formatName, durationMs, videoCodec, sound }: MediaInfo): boolean {
  if (durationMs === null || !sound || sound.number !== 1 || sound.mixedWith.length > 0) return false;
  const missing = sound.lastMs - durationMs;
  const isTrue = missing < ROUNDED_MS && (videoCodec !== null || missing > -ROUNDED_MS);
  // An MP3 begins with what its encoder needed to begin, which is not played.
  return isTrue && (formatName === 'mp3' || !isOff(sound.zero));
}
