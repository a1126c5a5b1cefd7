import type { TranscriptId } from '#contract/ids.ts';
import type { SearchMatch, SearchResult } from '#contract/search.ts';
import { formatTime } from '#domain/timecode.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { formatCount } from '#web/lib/format.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { HighlightedText } from '#web/ui/highlighted-text.tsx';

interface SearchResultItemProps {
  result: SearchResult;
  query: string;
  onOpen: (id: TranscriptId, seconds: number | null) => void;
}

/** A matching transcript, with its first matches as links. */
export function SearchResultItem({ result, query, onOpen }: SearchResultItemProps) {
  const { transcript, matches, matchCount } = result;
  const more = matchCount - matches.length;
  return (
    <li className="px-3 py-3">
      <button
        type="button"
        onClick={() => onOpen(transcript.id, null)}
        dir="auto"
        className="w-full rounded-md px-2 text-start font-semibold wrap-anywhere hover:text-brand-ink"
      >
        <HighlightedText text={transcript.title} query={query} />
      </button>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-xs text-quiet tabular-nums">
        <SourceBadge source={transcript.sourceType} />
        <span>{formatTime(transcript.duration)}</span>
        {transcript.wordCount !== null && <span>· {formatCount(transcript.wordCount, 'word')}</span>}
        <span>· {formatCount(matchCount, 'match', 'matches')}</span>
      </p>
      <ul className="mt-1.5">
        {matches.map((match, index) => (
          <li key={`${match.type} ${match.start ?? ''} ${index.toString()}`}>
            <Match
              match={match}
              language={transcript.language}
              query={query}
              onOpen={() => onOpen(transcript.id, match.start)}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1 px-2 text-xs text-quiet">{`+${more} more ${more === 1 ? 'match' : 'matches'}`}</p>
      )}
    </li>
  );
}

interface MatchProps {
  match: SearchMatch;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  query: string;
  onOpen: () => void;
}

function Match({ match, language, query, onOpen }: MatchProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full rounded-md px-2 py-1.5 text-left text-sm transition-colors hover:bg-sunken"
    >
      <span className="mr-2 text-xs font-medium text-brand-ink tabular-nums">
        {match.type === 'title' ? 'Title' : (match.timestamp ?? 'Text')}
      </span>
      {match.speaker && <span className="mr-1.5 text-xs font-medium text-quiet">{match.speaker}</span>}
      <span
        {...languageProps(match.context, match.type === 'title' ? null : language)}
        className="wrap-anywhere"
      >
        <HighlightedText text={match.context} query={query} />
      </span>
    </button>
  );
}
