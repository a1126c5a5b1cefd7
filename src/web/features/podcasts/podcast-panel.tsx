import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Podcast as PodcastIcon } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { MAX_SOURCE_QUERY_LENGTH } from '#contract/limits.ts';
import type { Podcast } from '#contract/podcasts.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { RemoteImage } from '#web/ui/remote-image.tsx';
import { SearchCombobox } from '#web/ui/search-combobox.tsx';
import { suggestedPodcastsQuery } from './data.ts';
import { EpisodeList } from './episode-list.tsx';
import { PodcastResults, type ResultsPlace } from './podcast-results.tsx';
import { usePodcastSearch } from './use-podcast-search.ts';

const SUGGEST_FROM = 2;
const DEBOUNCE_MS = 300;

interface PodcastPanelProps {
  onStart: () => void;
  /** Called once an episode has a transcript, which is being written. */
  onTranscribed: (id: TranscriptId) => void;
  onFailed: (message: string) => void;
}

/** The tab for finding a podcast, browsing its episodes and transcribing one. */
export function PodcastPanel(outcome: PodcastPanelProps) {
  const [text, setText] = useState('');
  const { searched, search, found } = usePodcastSearch();
  const suggestions = useSuggestions(text.trim(), searched);
  const [opened, setOpened] = useState<Podcast | null>(null);
  const [place, setPlace] = useState<ResultsPlace | null>(null);

  if (opened) {
    return (
      <EpisodeList
        podcast={opened}
        onBack={() => {
          setPlace((before) => before && { ...before, focused: opened.id });
          setOpened(null);
        }}
        onStart={outcome.onStart}
        onFailed={outcome.onFailed}
        onTranscribed={(id) => {
          setOpened(null);
          outcome.onTranscribed(id);
        }}
      />
    );
  }
  return (
    <div className="space-y-4">
      <SearchCombobox
        label="Search podcasts"
        placeholder="Search podcasts by name or topic"
        text={text}
        maxLength={MAX_SOURCE_QUERY_LENGTH}
        suggestions={suggestions.map(({ id, title, author, imageUrl }) => ({
          id,
          title,
          hint: author,
          picture: <RemoteImage src={imageUrl} icon={<PodcastIcon />} className="size-10 rounded-md" />,
        }))}
        isSearching={found.isFetching}
        onText={setText}
        onChoose={(id) => {
          setPlace({ top: 0, focused: null });
          setOpened(suggestions.find((podcast) => podcast.id === id) ?? null);
        }}
        onSearch={() => {
          setPlace(null);
          void search(text.trim());
        }}
      />
      {searched === '' ? (
        <p className="text-sm text-quiet">
          Find a podcast and choose an episode to have it downloaded and transcribed. Episodes come from the
          podcast's own feed.
        </p>
      ) : (
        <PodcastResults
          found={found}
          place={place}
          onOpen={(podcast, top) => {
            setPlace({ top, focused: null });
            setOpened(podcast);
          }}
        />
      )}
    </div>
  );
}

/** Suggests podcasts once typing has paused; none for a text that was already searched for. */
function useSuggestions(typed: string, searched: string): readonly Podcast[] {
  const rested = useDebounced(typed, DEBOUNCE_MS);
  const isAsking = typed.length >= SUGGEST_FROM && rested.length >= SUGGEST_FROM && typed !== searched;
  const { data } = useQuery({
    ...suggestedPodcastsQuery(rested),
    enabled: isAsking && rested !== searched,
    placeholderData: keepPreviousData,
  });
  return (isAsking && data?.results) || [];
}
