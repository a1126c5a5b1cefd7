import { useQuery } from '@tanstack/react-query';
import { Download, FileCode, FileType, Highlighter } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { Note, NoteReply } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { FORMATS } from '#domain/exports/formats.ts';
import { NOTES_FORMATS } from '#web/exports/export-task.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { useGrowingCount } from '#web/lib/use-growing-count.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import { notesQuery } from './data.ts';
import { isShown, NOTE_FILTERS, type NoteFilter } from './note-filter.ts';
import { NoteItem } from './note-item.tsx';
import { useNoteCommands } from './use-note-commands.ts';
import { useNotesExport } from './use-notes-export.ts';
import { useWantedNote, type WantedNote } from './use-wanted-note.ts';

interface NotesPanelProps {
  transcript: Pick<Transcript, 'id' | 'title' | 'language' | 'abilities'>;
  /** The note to show, whatever the list is narrowed to; null: any. */
  wanted: WantedNote | null;
  onGoTo: (seconds: number) => void;
}

/** Notes rendered at once, and added with each frame: there can be thousands. */
const FIRST_NOTES = 30;
const NOTES_A_FRAME = 50;

/** The highlights and comments of a transcript, in order of time. */
export function NotesPanel({ transcript, wanted, onGoTo }: NotesPanelProps) {
  const { id, abilities } = transcript;
  const { data: notes, error, refetch } = useQuery(notesQuery(id));
  const [filter, setFilter] = useState<NoteFilter>('all');
  const [deleting, setDeleting] = useState<Note | { note: Note; reply: NoteReply } | null>(null);
  const commands = useNoteCommands(id);
  const { isRunning, save } = useNotesExport(transcript);
  const list = useRef<HTMLUListElement>(null);
  const rendered = useGrowingCount(notes?.length ?? 0, FIRST_NOTES, NOTES_A_FRAME);
  const [visit, setVisit] = useState(0);
  if (wanted && wanted.visit !== visit) {
    setVisit(wanted.visit);
    setFilter('all');
  }
  const place = notes?.findIndex(({ id: noteId }) => noteId === wanted?.id) ?? -1;
  useWantedNote(list, wanted, filter === 'all' && place >= 0 && place < rendered);
  const askToDelete = useCallback(
    (what: Note | { note: Note; reply: NoteReply }) => {
      const isBare = !('reply' in what) && what.kind === 'highlight' && what.text === '';
      if (!isBare || what.state === 'gone') return setDeleting(what);
      commands.removeHighlight(what);
      focusQuietly(list.current);
    },
    [commands],
  );
  if (error && !notes) return <NotLoaded what="The notes" error={error} onRetry={() => void refetch()} />;
  if (!notes) return <Skeleton className="m-5 h-24" />;
  if (notes.length === 0) {
    return (
      <EmptyState icon={<Highlighter />} title="No notes yet">
        {abilities.comment
          ? 'Select words in the text to highlight them or to comment on them. H highlights and C comments on the row that is played.'
          : 'Nobody has highlighted or commented on anything.'}
      </EmptyState>
    );
  }
  const shown = notes.filter((note) => isShown(note, filter));

  function remove() {
    if (!deleting) return;
    if ('reply' in deleting) commands.removeReply(deleting.note, deleting.reply);
    else commands.remove(deleting);
    focusQuietly(list.current);
  }

  return (
    <>
      <div className="flex items-start gap-1 border-b px-3 py-2">
        <fieldset aria-label="Show" className="flex min-w-0 flex-1 flex-wrap gap-0.5">
          {(Object.keys(NOTE_FILTERS) as NoteFilter[]).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={filter === each}
              onClick={() => setFilter(each)}
              className="h-8.5 rounded-lg px-2 text-sm font-medium text-quiet hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
            >
              {NOTE_FILTERS[each]}{' '}
              <span className="font-normal tabular-nums max-sm:sr-only">
                {notes.filter((note) => isShown(note, each)).length}
              </span>
            </button>
          ))}
        </fieldset>
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="icon"
              className="size-8.5! text-quiet"
              aria-label="Export these notes"
              aria-busy={isRunning}
            >
              {isRunning ? <Spinner /> : <Download aria-hidden="true" />}
            </Button>
          }
        >
          {NOTES_FORMATS.map((format) => (
            <MenuItem key={format} onSelect={() => void save(shown, format)}>
              {format === 'md' ? <FileCode aria-hidden="true" /> : <FileType aria-hidden="true" />}
              {FORMATS[format].label}
            </MenuItem>
          ))}
        </Menu>
      </div>
      {shown.length === 0 && <p className="px-5 py-6 text-center text-sm text-quiet">Nothing here.</p>}
      <ul ref={list} tabIndex={-1} aria-label="Notes" className="divide-y outline-none">
        {shown.slice(0, rendered).map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            isWanted={note.id === wanted?.id}
            language={transcript.language}
            canComment={abilities.comment}
            commands={commands}
            onGoTo={onGoTo}
            onDelete={askToDelete}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        {...questionOf(deleting)}
        action="Delete"
        onConfirm={remove}
      />
    </>
  );
}

function questionOf(deleting: Note | { reply: NoteReply } | null): { title: string; description: string } {
  if (deleting && 'reply' in deleting) {
    return { title: 'Delete this reply?', description: 'This cannot be undone.' };
  }
  const kind = deleting?.kind ?? 'highlight';
  const replies = deleting?.replies.length ?? 0;
  return {
    title: `Delete this ${kind}?`,
    description:
      replies > 0
        ? `Its ${replies === 1 ? 'reply is' : `${replies} replies are`} deleted, too. This cannot be undone.`
        : 'This cannot be undone.',
  };
}
