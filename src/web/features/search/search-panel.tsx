import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { searchTranscripts } from '#contract/search.ts';
import { formatCount } from '#web/lib/format.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { SEARCH_PARAM } from '#web/lib/paths.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { Card } from '#web/ui/card.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { searchQuery } from './data.ts';
import { SearchResultItem } from './search-result-item.tsx';
import { SimilarPassages } from './similar-passages.tsx';

const DEBOUNCE_MS = 300;

interface SearchPanelProps {
  /** Opens a transcript at a moment, in seconds; null opens it at its start. */
  onOpen: (id: TranscriptId, seconds: number | null) => void;
}

/** The search in all transcripts. */
export function SearchPanel({ onOpen }: SearchPanelProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, setText } = useSearchText();
  const trimmed = text.trim();
  const rested = useDebounced(trimmed, DEBOUNCE_MS);
  // An emptied box takes effect without delay.
  const query = trimmed.length >= SEARCH_MIN_LENGTH ? rested : '';
  const search = useQuery(searchQuery(query));
  const isOpen = query.length >= SEARCH_MIN_LENGTH;
  return (
    <Card aria-label="Search transcripts" className="overflow-hidden">
      <div className="p-4">
        <label htmlFor={id} className="sr-only">
          Search all transcripts
        </label>
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-3 left-3 size-5 text-quiet"
            aria-hidden="true"
          />
          <input
            ref={input}
            id={id}
            type="search"
            value={text}
            maxLength={SEARCH_MAX_LENGTH}
            placeholder="Search all transcripts"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (keyOf(event) !== 'Escape' || text === '') return;
              event.preventDefault();
              setText('');
            }}
            className={`${INPUT_CLASS} px-10 [&::-webkit-search-cancel-button]:hidden`}
          />
          {isOpen && search.isFetching && <Spinner className="absolute top-3 right-3 text-quiet" />}
          {text !== '' && !(isOpen && search.isFetching) && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={() => {
                setText('');
                input.current?.focus();
              }}
              className="absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-md text-quiet hover:bg-sunken"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      {isOpen && search.isError && (
        <p role="alert" className="border-t px-5 py-4 text-sm text-danger-ink">
          The search failed. Please try again.
        </p>
      )}
      {isOpen && search.data && <Results answer={search.data} onOpen={onOpen} />}
      {isOpen && (
        <SimilarPassages
          query={query}
          mayStart={search.isSuccess && !search.isFetching}
          onOpen={({ transcriptId, start }) => onOpen(transcriptId, start)}
        />
      )}
    </Card>
  );
}

/** What is typed; until then, what the address asks for. */
function useSearchText(): { text: string; setText: (text: string) => void } {
  const [asked, setAsked] = useSearchParam(SEARCH_PARAM);
  const [typed, setTyped] = useState('');
  return {
    text: (asked ?? typed).slice(0, SEARCH_MAX_LENGTH),
    setText: (text) => {
      setTyped(text);
      if (asked !== null) setAsked(null);
    },
  };
}

function Results({
  answer,
  onOpen,
}: {
  answer: OutputOf<typeof searchTranscripts>;
  onOpen: SearchPanelProps['onOpen'];
}) {
  if (answer.results.length === 0) {
    return (
      <div role="status" className="border-t px-5 py-6 text-center">
        <p className="font-medium wrap-anywhere">{`No matches found for "${answer.query}"`}</p>
        <p className="mt-1 text-sm text-quiet">Try different keywords or check your spelling</p>
      </div>
    );
  }
  const hidden = answer.totalResults - answer.results.length;
  return (
    <div className="border-t">
      <p role="status" className="px-5 pt-3 text-xs text-quiet">
        {formatCount(answer.totalResults, 'transcript')}
      </p>
      <ul className="max-h-[32rem] divide-y overflow-y-auto">
        {answer.results.map((result) => (
          <SearchResultItem key={result.transcript.id} result={result} query={answer.query} onOpen={onOpen} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t px-5 py-3 text-xs text-quiet">
          {formatCount(hidden, 'older transcript')} also {hidden === 1 ? 'matches' : 'match'}. Add a word to
          narrow it down.
        </p>
      )}
    </div>
  );
}
