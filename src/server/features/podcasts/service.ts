import type { TranscriptId } from '#contract/ids.ts';
import type { Episode } from '#contract/podcasts.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { transcribeSource } from '../transcripts/service.ts';

/** A page of a podcast's episodes. Rejects as `Podcasts.open` does. */
export async function pageOfEpisodes(
  { podcasts }: Pick<Deps, 'podcasts'>,
  id: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { title, description, episodes } = await podcasts.open(id);
  const page: Episode[] = episodes.slice(offset, offset + limit);
  return {
    podcast: { id, title, description },
    episodes: page,
    hasMore: offset + page.length < episodes.length,
    totalCount: episodes.length,
  };
}

/** Downloads and transcribes an episode. Throws 'address_refused' for an address that is plainly not on the public web. */
export function transcribeEpisode(
  deps: Pick<Deps, 'db' | 'jobs' | 'events' | 'outbound'>,
  actor: Actor,
  { url, title, options }: { url: string; title: string; options: TranscriptionOptions },
): Promise<TranscriptId> {
  try {
    deps.outbound.check(url);
  } catch (cause) {
    throw new AppError('address_refused', { cause });
  }
  return transcribeSource(deps, actor, {
    sourceType: 'podcast',
    sourceUrl: url,
    title: title || 'Untitled episode',
    options,
  });
}
