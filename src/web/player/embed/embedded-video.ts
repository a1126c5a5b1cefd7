import type { Transcript } from '#contract/transcripts.ts';
import { videoIdOf, videoUrl } from '#domain/video-links.ts';

/** The video to embed if we have no media of our own to play; null for everything else. */
export function embeddedVideoId({
  sourceType,
  sourceUrl,
  mediaUrl,
  mediaPreparing,
}: Pick<Transcript, 'sourceType' | 'sourceUrl' | 'mediaUrl' | 'mediaPreparing'>): string | null {
  if (sourceType !== 'youtube' || sourceUrl === null || mediaUrl !== null || mediaPreparing) return null;
  return videoIdOf(sourceUrl);
}

/** Its page on the site, from a given second on. */
export function videoPageAt(videoId: string, seconds: number): string {
  return `${videoUrl(videoId)}&t=${Math.max(0, Math.floor(seconds))}s`;
}

/** The frame that the player runs in; the site is told which page may control it. */
export function frameAddress(videoId: string, origin: string): string {
  const options = new URLSearchParams({ enablejsapi: '1', playsinline: '1', rel: '0', origin });
  return `https://www.youtube-nocookie.com/embed/${videoId}?${options}`;
}

/** Why the video does not play, by the player's error code; null: there is no player at all. */
export function embedFailure(code: number | null): string {
  switch (code) {
    case null:
      return 'YouTube may be blocked or unreachable from here.';
    case 100:
      return 'The video no longer exists, or it is private.';
    case 101:
    case 150:
      return 'Its owner does not allow it to be played on other sites.';
    default:
      return `YouTube does not play it here (error ${code}).`;
  }
}
