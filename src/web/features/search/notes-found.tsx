import { useQuery } from '@tanstack/react-query';
import { Highlighter } from 'lucide-react';
import { useId } from 'react';
import type { ProjectId } from '#contract/ids.ts';
import type { FoundNote } from '#contract/search.ts';
import { formatTime } from '#domain/timecode.ts';
import { formatCount } from '#web/lib/format.ts';
import { HighlightedText } from '#web/ui/highlighted-text.tsx';
import { notesFoundQuery } from './data.ts';
import { MoreMatch } from './search-results.tsx';

interface NotesFoundProps {
  query: string;
  /** Looks only in this project. */
  projectId?: ProjectId | undefined;
  onOpen: (note: FoundNote) => void;
}

/** The notes in which the words are found, also in colleagues' transcripts; nothing if there is none. */
export function NotesFound({ query, projectId, onOpen }: NotesFoundProps) {
  const id = useId();
  const { data } = useQuery(notesFoundQuery(query, projectId));
  if (!data || data.notes.length === 0) return null;
  const hidden = data.total - data.notes.length;
  return (
    <section aria-labelledby={id} className="border-t">
      <h2 id={id} className="px-5 pt-3 text-sm font-semibold">
        Notes
      </h2>
      <p className="px-5 text-xs text-quiet">{formatCount(data.total, 'note')}</p>
      <ul className="mt-1.5 max-h-[32rem] overflow-y-auto px-3 pb-3">
        {data.notes.map((note, index) => (
          <li key={`${note.transcriptId} ${note.start} ${index.toString()}`}>
            <FoundNoteItem note={note} query={query} onOpen={() => onOpen(note)} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <MoreMatch count={hidden} one="older note" />}
    </section>
  );
}

function FoundNoteItem({
  note: { title, start, author, context },
  query,
  onOpen,
}: {
  note: FoundNote;
  query: string;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full rounded-md px-2 py-1.5 text-left text-sm transition-colors hover:bg-sunken"
    >
      <span dir="auto" className="block text-start font-medium wrap-anywhere">
        {title}
      </span>
      <span className="mr-2 text-xs font-medium text-brand-ink tabular-nums">{formatTime(start)}</span>
      <Highlighter className="mr-1 inline size-3 text-quiet" aria-hidden="true" />
      {author && <span className="mr-1.5 text-xs font-medium text-quiet">{author}</span>}
      <span dir="auto" className="wrap-anywhere">
        <HighlightedText text={context} query={query} />
      </span>
    </button>
  );
}
