import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ArrowLeft, Info, ListX, Podcast as PodcastIcon } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { Episode, listEpisodes, Podcast } from '#contract/podcasts.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { ApiError, isUnauthorized } from '#web/lib/api.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { formatCount, shorten } from '#web/lib/format.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, Notice } from '#web/ui/card.tsx';
import { RemoteImage } from '#web/ui/remote-image.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { episodesQuery, transcribeEpisodeMutation } from './data.ts';
import { DESCRIPTION_CHARACTERS, EPISODE_ATTRIBUTE, EpisodePage } from './episode-page.tsx';
import { EpisodesFailure } from './episodes-failure.tsx';
import { useNearEnd } from './use-near-end.ts';

interface EpisodeListProps {
  podcast: Podcast;
  onBack: () => void;
  onStart: () => void;
  onTranscribed: (id: TranscriptId) => void;
  onFailed: (message: string) => void;
}

/** A podcast's episodes, each with a button that transcribes it. */
export function EpisodeList({ podcast, onBack, ...outcome }: EpisodeListProps) {
  const episodes = useInfiniteQuery(episodesQuery(podcast.id));
  const chosen = useTranscriptionOptions();
  const { starting, transcribe } = useTranscribe(outcome);
  const description = episodes.data?.pages[0]?.podcast.description || podcast.description;
  return (
    <section aria-labelledby="podcast-title" className="space-y-4">
      <header className="flex items-start gap-4">
        <Button
          ref={focusQuietly}
          variant="ghost"
          size="icon"
          className="-ml-2"
          aria-label="Back to search"
          onClick={onBack}
        >
          <ArrowLeft aria-hidden="true" />
        </Button>
        <RemoteImage
          src={podcast.imageUrl}
          icon={<PodcastIcon />}
          className="size-14 rounded-lg max-sm:hidden"
        />
        <div className="min-w-0 flex-1 self-center">
          <h2 id="podcast-title" dir="auto" className="text-lg font-semibold wrap-anywhere">
            {podcast.title}
          </h2>
          <p dir="auto" className="truncate text-sm text-quiet">
            {podcast.author}
          </p>
          {description !== '' && (
            <p dir="auto" className="mt-1 text-sm wrap-anywhere">
              {shorten(description, DESCRIPTION_CHARACTERS)}
            </p>
          )}
        </div>
      </header>
      {episodes.isPending ? (
        <div role="status" className="flex flex-col items-center gap-2 py-10 text-center">
          <Spinner className="size-7 text-brand-ink" />
          <p className="font-medium">Loading episodes...</p>
          <p className="text-sm text-quiet">Podcast feeds may take up to 15 seconds</p>
        </div>
      ) : episodes.data ? (
        <>
          <TranscriptionForm chosen={chosen} />
          <Episodes
            episodes={episodes}
            starting={starting}
            onTranscribe={(episode) => transcribe(episode, chosen.options)}
          />
        </>
      ) : (
        <EpisodesFailure error={episodes.error} />
      )}
    </section>
  );
}

const LIMITED_BELOW = 10;

type Pages = InfiniteData<OutputOf<typeof listEpisodes>>;

interface EpisodesProps {
  episodes: Extract<UseInfiniteQueryResult<Pages>, { data: Pages }>;
  /** The address of the episode whose transcription is being requested. */
  starting: string | null;
  onTranscribe: (episode: Episode) => void;
}

function Episodes({ episodes, starting, onTranscribe }: EpisodesProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = episodes;
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const total = data.pages[0]?.totalCount ?? 0;
  const shown = data.pages.reduce((count, page) => count + page.episodes.length, 0);

  async function loadMore() {
    const { isFetchNextPageError: hasFailed, error } = await fetchNextPage({ cancelRefetch: false });
    if (!hasFailed) return;
    const message = error instanceof ApiError ? error.userMessage : null;
    toast({
      title: 'Load Failed',
      description: message ?? 'More episodes could not be loaded.',
      variant: 'destructive',
    });
  }

  function onClick({ target }: MouseEvent) {
    const id = (target as Element).closest(`[${EPISODE_ATTRIBUTE}]`)?.getAttribute(EPISODE_ATTRIBUTE);
    const chosen = data.pages.flatMap((page) => page.episodes).find((episode) => episode.id === id);
    if (chosen) onTranscribe(chosen);
  }

  // After a failure, only the button loads more; otherwise a list at its end would retry forever.
  useNearEnd(
    { list, end, isOn: hasNextPage && !isFetchingNextPage && !isFetchNextPageError },
    () => void loadMore(),
  );

  if (shown === 0) {
    return (
      <EmptyState icon={<ListX />} title="No episodes">
        This podcast's feed lists no episodes with a recording.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-3">
      {total < LIMITED_BELOW && (
        <Notice tone="info" icon={<Info />}>
          This podcast's feed is limited: it has only {formatCount(total, 'episode')}.
        </Notice>
      )}
      <p role="status" className="text-sm text-quiet tabular-nums">
        {shown === total
          ? formatCount(total, 'episode')
          : `${shown.toLocaleString('en')} of ${formatCount(total, 'episode')}`}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the clicks on the buttons in it. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing a key on a button is a click. */}
      <div ref={list} onClick={onClick} className="-mx-2 max-h-[30rem] overflow-y-auto">
        {data.pages.map((page, index) => (
          <EpisodePage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end.
            key={index}
            episodes={page.episodes}
            starting={page.episodes.some(({ audioUrl }) => audioUrl === starting) ? starting : null}
          />
        ))}
        <div ref={end} className="px-2 py-3 text-center empty:hidden">
          {hasNextPage && (
            <Button variant="outline" size="sm" isIdle={isFetchingNextPage} onClick={() => void loadMore()}>
              {isFetchingNextPage && <Spinner />}
              Load more
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Requests the transcription of an episode, once however often the button is clicked. */
function useTranscribe({ onStart, onTranscribed, onFailed }: Omit<EpisodeListProps, 'podcast' | 'onBack'>) {
  const queryClient = useQueryClient();
  const mutation = useMutation(transcribeEpisodeMutation);
  // A second click may come before the first one is rendered.
  const isRunning = useRef(false);

  function transcribe({ audioUrl, title }: Episode, options: TranscriptionOptions) {
    if (isRunning.current) return;
    isRunning.current = true;
    onStart();
    mutation.mutate(
      { url: audioUrl, title, ...options },
      {
        onSuccess: ({ transcriptId }) => onTranscribed(transcriptId),
        onError: (error) => {
          const message = error instanceof ApiError ? error.userMessage : 'The server could not be reached.';
          toast({ title: 'Processing Failed', description: message, variant: 'destructive' });
          onFailed(`The episode could not be transcribed: ${message}`);
          if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
        },
        onSettled: () => {
          isRunning.current = false;
        },
      },
    );
  }

  return { starting: mutation.isPending ? mutation.variables.url : null, transcribe };
}
