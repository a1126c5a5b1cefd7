import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Video } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { MAX_ADDRESS_LENGTH, MAX_SOURCE_QUERY_LENGTH } from '#contract/limits.ts';
import type { FoundVideo } from '#contract/youtube.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { RemoteImage } from '#web/ui/remote-image.tsx';
import { SearchCombobox } from '#web/ui/search-combobox.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { videosQuery } from './data.ts';
import { linkProblem } from './link-problem.ts';
import { progressText, type ShownProgress } from './progress.ts';
import { useVideoProcessing, type VideoOutcome } from './use-video-processing.ts';
import { useVideoSearch } from './use-video-search.ts';
import { VideoResults } from './video-results.tsx';

const SUGGESTED = 5;
const SUGGEST_FROM = 3;
const DEBOUNCE_MS = 300;

/** The tab for finding a video, or pasting its link, and transcribing it. */
export function YoutubePanel(outcome: VideoOutcome) {
  const [isEnhanced, setEnhanced] = useState(false);
  const [text, setText] = useState('');
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const linkField = useRef<HTMLDivElement>(null);
  const { searched, search, found, clear } = useVideoSearch();
  const { shown, start } = useVideoProcessing(outcome, () => {
    setText('');
    setLink('');
    clear();
  });
  const isBusy = shown !== null;
  const chosen = useTranscriptionOptions();
  const { engine, speakers } = chosen.options;
  const settings = { enhancedMode: isEnhanced, engine, speakers };
  const suggestions = useSuggestions(text.trim(), searched);

  function processLink(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = linkProblem(link);
    setProblem(wrong);
    if (wrong === null) start({ url: link.trim(), ...settings });
    else linkField.current?.querySelector('input')?.focus();
  }

  function choose({ url }: FoundVideo) {
    setProblem(null);
    start({ url, ...settings });
  }

  return (
    <div className="space-y-5">
      <Switch
        checked={isEnhanced}
        onChange={setEnhanced}
        disabled={isBusy}
        label="Enhanced processing"
        hint={
          isEnhanced
            ? 'On: transcribes the audio and tells speakers apart. This takes longer, and not every video’s audio can be downloaded.'
            : 'Off: uses the captions of the video, which is quick but does not tell speakers apart. Without captions, transcribes the audio.'
        }
      />
      <TranscriptionForm chosen={chosen} speakers={isEnhanced ? 'suggested' : 'none'} disabled={isBusy} />
      <SearchCombobox
        label="Search YouTube"
        placeholder="Search YouTube videos"
        text={text}
        maxLength={MAX_SOURCE_QUERY_LENGTH}
        disabled={isBusy}
        suggestions={suggestions.map(({ id, title, channelTitle, duration, thumbnail }) => ({
          id,
          title,
          hint: `${channelTitle} · ${duration}`,
          picture: <RemoteImage src={thumbnail} icon={<Video />} className="aspect-video w-16 rounded-md" />,
        }))}
        isSearching={found.isFetching}
        onText={setText}
        onChoose={(id) => {
          const video = suggestions.find((each) => each.id === id);
          if (video) choose(video);
        }}
        onSearch={() => {
          setProblem(null);
          void search(text.trim());
        }}
      />
      {searched !== '' && <VideoResults found={found} isIdle={isBusy} onChoose={choose} />}
      <form noValidate onSubmit={processLink} className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <div ref={linkField} className="min-w-0 flex-1 basis-64">
          <Field
            label="Or paste a link"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://www.youtube.com/watch?v=..."
            maxLength={MAX_ADDRESS_LENGTH}
            value={link}
            error={problem ?? undefined}
            disabled={isBusy}
            onChange={(event) => {
              setLink(event.target.value);
              setProblem(null);
            }}
          />
        </div>
        <Button type="submit" className="mt-6.5 h-11! max-sm:mt-0 max-sm:w-full" isIdle={isBusy}>
          Process Video
        </Button>
      </form>
      {shown && <VideoProgress shown={shown} />}
    </div>
  );
}

function VideoProgress({ shown }: { shown: ShownProgress }) {
  return (
    <div>
      <Progress percent={shown.percent} label="Video processing progress" />
      <p className="mt-2 flex justify-between gap-4 text-sm text-quiet tabular-nums">
        <span role="status">{progressText(shown)}</span>
        <span>{shown.percent}%</span>
      </p>
    </div>
  );
}

/** Suggests videos once typing has paused; none for a text that was already searched for. */
function useSuggestions(typed: string, searched: string): readonly FoundVideo[] {
  const rested = useDebounced(typed, DEBOUNCE_MS);
  const isAsking = typed.length >= SUGGEST_FROM && rested.length >= SUGGEST_FROM && typed !== searched;
  const { data } = useQuery({
    ...videosQuery(rested, SUGGESTED),
    enabled: isAsking && rested !== searched,
    placeholderData: keepPreviousData,
  });
  return (isAsking && data?.results) || [];
}
