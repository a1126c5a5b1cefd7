import type { UseQueryResult } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { FoundVideo, searchVideos } from '#contract/youtube.ts';
import { RemoteImage } from '#web/ui/remote-image.tsx';
import { SearchOutcome } from '#web/ui/search-outcome.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { videoSearchFailure } from './use-video-search.ts';

interface VideoResultsProps {
  found: UseQueryResult<OutputOf<typeof searchVideos>>;
  isIdle: boolean;
  onChoose: (video: FoundVideo) => void;
}

export function VideoResults({ found, isIdle, onChoose }: VideoResultsProps) {
  return (
    <SearchOutcome
      found={found}
      skeleton={<ResultsSkeleton />}
      failure={videoSearchFailure(found.error)}
      hint="Try other words, or paste the link of the video."
    >
      {(results) => (
        <section aria-label="Videos found">
          <p className="mb-2 text-sm text-quiet">Choose a video to transcribe it.</p>
          <ul className="-mx-2 max-h-104 overflow-y-auto">
            {results.map((video) => (
              <li key={video.id}>
                <button
                  type="button"
                  aria-disabled={isIdle || undefined}
                  onClick={() => !isIdle && onChoose(video)}
                  className="flex w-full items-center gap-4 rounded-xl p-2 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-disabled:cursor-default! aria-disabled:opacity-60"
                >
                  <RemoteImage
                    src={video.thumbnail}
                    icon={<Video />}
                    className="aspect-video w-28 rounded-lg sm:w-36"
                  />
                  <span className="min-w-0 flex-1">
                    <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
                      {video.title}
                    </span>
                    <span dir="auto" className="block truncate text-sm text-quiet">
                      {video.channelTitle}
                    </span>
                    <span className="mt-0.5 block text-xs text-quiet tabular-nums">
                      {video.duration} · {viewsOf(video)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </SearchOutcome>
  );
}

function ResultsSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Searching...</span>
      {['first', 'second', 'third'].map((key) => (
        <Skeleton key={key} className="h-18" />
      ))}
    </div>
  );
}

/** The views with a unit unless they have one; 'Unknown' alone would be unclear. */
function viewsOf({ viewCount }: FoundVideo): string {
  return /\D/.test(viewCount) && !/^unknown$/i.test(viewCount) ? viewCount : `${viewCount} views`;
}
