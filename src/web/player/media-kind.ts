import type { Transcript } from '#contract/transcripts.ts';

const VIDEO_NAME = /\.(mp4|mov|avi|webm|mkv)$/i;

/** Video, judging by the file name; a microphone recording is audio in a video container. */
export function isVideo({
  mediaUrl,
  originalFilename,
}: Pick<Transcript, 'mediaUrl' | 'originalFilename'>): boolean {
  if (originalFilename?.startsWith('recording-')) return false;
  return VIDEO_NAME.test(mediaUrl?.split(/[?#]/, 1)[0] ?? '');
}

/** The media's address with the token that opens it. */
export function withToken(url: string, token: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}
