import { useQuery } from '@tanstack/react-query';
import { Card } from '#web/ui/card.tsx';
import { searchQuery } from './data.ts';
import { NotesFound } from './notes-found.tsx';
import { SearchBox } from './search-box.tsx';
import { NoMatches, type OpenTranscript, SearchFailed, SearchResults } from './search-results.tsx';
import { SimilarPassages } from './similar-passages.tsx';
import { useSearchText } from './use-search-text.ts';

/** The search in all transcripts. */
export function SearchPanel({ onOpen }: { onOpen: OpenTranscript }) {
  const { text, setText, query } = useSearchText();
  const search = useQuery(searchQuery(query));
  const isOpen = query !== '';
  return (
    <Card aria-label="Search transcripts" className="overflow-hidden">
      <div className="p-4">
        <SearchBox
          label="Search all transcripts"
          text={text}
          onChange={setText}
          isSearching={isOpen && search.isFetching}
        />
      </div>
      {isOpen && (
        <>
          {search.isError && <SearchFailed />}
          {search.data &&
            (search.data.results.length === 0 ? (
              <NoMatches query={search.data.query} />
            ) : (
              <SearchResults answer={search.data} onOpen={onOpen} />
            ))}
          <NotesFound query={query} onOpen={({ transcriptId, start }) => onOpen(transcriptId, start)} />
          <SimilarPassages
            query={query}
            mayStart={search.isSuccess && !search.isFetching}
            onOpen={({ transcriptId, start }) => onOpen(transcriptId, start)}
          />
        </>
      )}
    </Card>
  );
}
