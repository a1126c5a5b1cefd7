import { AudioLines } from 'lucide-react';
import { memo } from 'react';
import type { Episode } from '#contract/podcasts.ts';
import { formatTime } from '#domain/timecode.ts';
import { formatDate, shorten } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface EpisodePageProps {
  episodes: readonly Episode[];
  /** The address of the episode whose transcription is being requested, if it is on this page. */
  starting: string | null;
}

/** The attribute with a button's episode. The list handles all clicks, so that its pages are rendered only once. */
export const EPISODE_ATTRIBUTE = 'data-episode';

export const DESCRIPTION_CHARACTERS = 150;
const ROW_PX = 116;

/** Some episodes of a list that can have thousands. Off screen, they are neither laid out nor painted. */
export const EpisodePage = memo(function EpisodePage({ episodes, starting }: EpisodePageProps) {
  return (
    <ul
      className="[content-visibility:auto]"
      style={{ containIntrinsicBlockSize: `auto ${episodes.length * ROW_PX}px` }}
    >
      {episodes.map((episode) => (
        <li
          key={episode.id}
          className="flex items-start gap-4 rounded-xl p-2 hover:bg-sunken max-sm:flex-col max-sm:gap-2"
        >
          <div className="min-w-0 flex-1">
            <h3 dir="auto" className="font-medium wrap-anywhere">
              {episode.title}
            </h3>
            <p className="mt-0.5 text-xs text-quiet tabular-nums">{factsOf(episode)}</p>
            {episode.description !== '' && (
              <p dir="auto" className="mt-1 text-sm wrap-anywhere text-quiet">
                {shorten(episode.description, DESCRIPTION_CHARACTERS)}
              </p>
            )}
          </div>
          <Button
            variant="outline"
            size="sm"
            isIdle={starting !== null}
            aria-label={`Transcribe ${episode.title}`}
            {...{ [EPISODE_ATTRIBUTE]: episode.id }}
          >
            {episode.audioUrl === starting ? <Spinner /> : <AudioLines aria-hidden="true" />}
            Transcribe
          </Button>
        </li>
      ))}
    </ul>
  );
});

function factsOf({ episodeNumber, publishDate, duration }: Episode): string {
  return [
    episodeNumber === undefined ? '' : `Episode ${episodeNumber}`,
    publishDate === null ? '' : formatDate(publishDate),
    duration === null ? '' : formatTime(duration),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}
