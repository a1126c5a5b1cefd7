import type { OutputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import type { searchTranscripts } from '#contract/search.ts';
import { formatCount } from '#web/lib/format.ts';
import { SearchResultItem } from './search-result-item.tsx';

/** Opens a transcript at a moment, in seconds; null opens it at its start. */
export type OpenTranscript = (id: TranscriptId, seconds: number | null) => void;

interface SearchResultsProps {
  answer: OutputOf<typeof searchTranscripts>;
  onOpen: OpenTranscript;
}

/** The matching transcripts. */
export function SearchResults({ answer, onOpen }: SearchResultsProps) {
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
      {hidden > 0 && <MoreMatch count={hidden} one="older transcript" />}
    </div>
  );
}

/** Says that more match than are shown. */
export function MoreMatch({ count, one }: { count: number; one: string }) {
  return (
    <p className="border-t px-5 py-3 text-xs text-quiet">
      {formatCount(count, one)} also {count === 1 ? 'matches' : 'match'}. Add a word to narrow it down.
    </p>
  );
}

/** Says that no words were found. */
export function NoMatches({ query }: { query: string }) {
  return (
    <div role="status" className="border-t px-5 py-6 text-center">
      <p className="font-medium wrap-anywhere">{`No matches found for "${query}"`}</p>
      <p className="mt-1 text-sm text-quiet">Try different keywords or check your spelling</p>
    </div>
  );
}

/** Says that the search failed. */
export function SearchFailed() {
  return (
    <p role="alert" className="border-t px-5 py-4 text-sm text-danger-ink">
      The search failed. Please try again.
    </p>
  );
}
