import { ERRORS } from '#contract/errors.ts';
import { videoIdOf } from '#domain/video-links.ts';

/** The reason why a link cannot be processed, or null. */
export function linkProblem(link: string): string | null {
  if (link.trim() === '') return ERRORS.video_link_missing.message;
  return videoIdOf(link) === null ? ERRORS.video_link_invalid.message : null;
}
