import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { placeholderTitle, videoIdOf, videoUrl } from '#domain/video-links.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { transcribeSource } from '../transcripts/service.ts';

/**
 * Transcribes a video: from its captions if it has some and no speakers are wanted (captions have none), else from its audio.
 * Throws 'video_link_missing' or 'video_link_invalid'.
 */
export async function transcribeByLink(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  actor: Actor,
  {
    url,
    enhancedMode,
    ...options
  }: { url: string; enhancedMode: boolean } & Omit<TranscriptionOptions, 'suggestSpeakers'>,
): Promise<TranscriptId> {
  if (url.trim() === '') throw new AppError('video_link_missing');
  const id = videoIdOf(url);
  if (id === null) throw new AppError('video_link_invalid');
  return transcribeSource(deps, actor, {
    sourceType: 'youtube',
    sourceUrl: videoUrl(id),
    title: placeholderTitle(id),
    options: { ...options, suggestSpeakers: enhancedMode },
  });
}
