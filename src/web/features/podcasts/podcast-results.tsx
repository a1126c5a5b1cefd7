import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight, Podcast as PodcastIcon } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Podcast, searchPodcasts } from '#contract/podcasts.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { formatCount, shorten } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { RemoteImage } from '#web/ui/remote-image.tsx';
import { SearchOutcome } from '#web/ui/search-outcome.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { podcastSearchFailure } from './use-podcast-search.ts';

/** The position in the list before a podcast was opened; `focused` is that podcast after coming back. */
export interface ResultsPlace {
  top: number;
  focused: string | null;
}

interface PodcastResultsProps {
  found: UseQueryResult<OutputOf<typeof searchPodcasts>>;
  place: ResultsPlace | null;
  /** Called with a podcast and the list's scroll position. */
  onOpen: (podcast: Podcast, top: number) => void;
}

export function PodcastResults({ found, place, onOpen }: PodcastResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  usePlace(list, place);
  return (
    <SearchOutcome
      found={found}
      skeleton={<ResultsSkeleton />}
      failure={podcastSearchFailure(found.error)}
      hint="Try fewer words, or the name of its author."
    >
      {(results) => (
        <section aria-label="Podcasts found">
          <p role="status" className="mb-2 text-sm text-quiet">
            {formatCount(results.length, 'podcast')}
          </p>
          <div ref={list} className="-mx-2 max-h-104 overflow-y-auto">
            <ul>
              {results.map((podcast) => (
                <li key={podcast.id}>
                  <button
                    type="button"
                    data-podcast={podcast.id}
                    onClick={() => onOpen(podcast, list.current?.scrollTop ?? 0)}
                    className="flex w-full items-center gap-4 rounded-xl p-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
                  >
                    <RemoteImage
                      src={podcast.imageUrl}
                      icon={<PodcastIcon />}
                      className="size-16 rounded-lg sm:size-18"
                    />
                    <PodcastFacts podcast={podcast} />
                    <ChevronRight className="size-5 shrink-0 text-quiet" aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </SearchOutcome>
  );
}

const DESCRIPTION_CHARACTERS = 120;

function PodcastFacts({ podcast }: { podcast: Podcast }) {
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {podcast.title}
      </span>
      <span dir="auto" className="block truncate text-sm text-quiet">
        {podcast.author}
      </span>
      {podcast.description !== '' && (
        <span dir="auto" className="mt-0.5 block text-sm wrap-anywhere">
          {shorten(podcast.description, DESCRIPTION_CHARACTERS)}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet tabular-nums">
        {podcast.genre !== '' && <Badge>{podcast.genre}</Badge>}
        {formatCount(podcast.episodeCount, 'episode')}
      </span>
    </span>
  );
}

function ResultsSkeleton() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Searching...</span>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="flex items-center gap-4">
          <Skeleton className="size-18 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Restores the list's scroll position, and moves the focus to the podcast that was open. */
function usePlace(list: RefObject<HTMLElement | null>, place: ResultsPlace | null): void {
  const first = useRef(place);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !first.current) return;
    const { top, focused } = first.current;
    first.current = null;
    element.scrollTop = top;
    if (focused !== null) focusQuietly(element.querySelector<HTMLElement>(`[data-podcast="${focused}"]`));
  }, [list]);
}
