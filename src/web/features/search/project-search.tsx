import { useQuery } from '@tanstack/react-query';
import type { ProjectId } from '#contract/ids.ts';
import { Card } from '#web/ui/card.tsx';
import { ArticlesFound, type OpenFoundArticle } from './articles-found.tsx';
import { projectSearchQuery } from './data.ts';
import { NotesFound } from './notes-found.tsx';
import { SearchBox } from './search-box.tsx';
import { NoMatches, type OpenTranscript, SearchFailed, SearchResults } from './search-results.tsx';
import { SimilarPassages } from './similar-passages.tsx';
import { useSearchText } from './use-search-text.ts';

interface ProjectSearchProps {
  id: ProjectId;
  onOpen: OpenTranscript;
  onOpenArticle: OpenFoundArticle;
}

/** The search in a project: its transcripts, articles and notes, and what means something similar. */
export function ProjectSearch({ id, onOpen, onOpenArticle }: ProjectSearchProps) {
  const { text, setText, query } = useSearchText();
  const search = useQuery(projectSearchQuery(id, query));
  const isOpen = query !== '';
  const { data } = search;
  return (
    <Card aria-label="Search this project" className="overflow-hidden">
      <div className="p-3">
        <SearchBox
          label="Search this project"
          text={text}
          onChange={setText}
          isSearching={isOpen && search.isFetching}
        />
      </div>
      {isOpen && (
        <>
          {search.isError && <SearchFailed />}
          {data && data.results.length + data.articles.length === 0 && <NoMatches query={data.query} />}
          {data && data.results.length > 0 && <SearchResults answer={data} onOpen={onOpen} />}
          {data && data.articles.length > 0 && <ArticlesFound answer={data} onOpen={onOpenArticle} />}
          <NotesFound
            query={query}
            projectId={id}
            onOpen={({ transcriptId, start }) => onOpen(transcriptId, start)}
          />
          <SimilarPassages
            query={query}
            projectId={id}
            mayStart={search.isSuccess && !search.isFetching}
            onOpen={({ transcriptId, start }) => onOpen(transcriptId, start)}
          />
        </>
      )}
    </Card>
  );
}
