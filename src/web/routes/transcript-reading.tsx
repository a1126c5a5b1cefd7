import { Highlighter, History, MessagesSquare, Sparkles, TextSearch, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Note } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { shownSpeakers } from '#domain/speakers.ts';
import { ChatPanel } from '#web/features/chat/chat-panel.tsx';
import { Clips } from '#web/features/clips/clips.tsx';
import { NoteCount } from '#web/features/notes/note-count.tsx';
import type { WantedNote } from '#web/features/notes/use-wanted-note.ts';
import { SummaryPanel } from '#web/features/summary/summary-panel.tsx';
import { EditableText } from '#web/features/transcripts/editing/editable-text.tsx';
import { useHasUnsaved } from '#web/features/transcripts/editing/use-edit-session.ts';
import { lazily } from '#web/lib/lazily.tsx';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { type StartAt, TranscriptReader } from '#web/player/transcript-reader.tsx';
import { type PanelTab, ReadingPanel } from '#web/reading/reading-panel.tsx';
import { type PanelId, useLeavePanel, useOpenPanel } from '#web/reading/use-open-panel.ts';
import { Button } from '#web/ui/button.tsx';
import { TextActions } from './text-actions.tsx';

const NotesPanel = lazily(async () => (await import('#web/features/notes/notes-panel.tsx')).NotesPanel);
const SpeakersPanel = lazily(
  async () => (await import('#web/features/transcripts/speakers/speakers-panel.tsx')).SpeakersPanel,
);
const FindByMeaningDialog = lazily(
  async () => (await import('#web/features/search/find-by-meaning-dialog.tsx')).FindByMeaningDialog,
);
const HistoryPanel = lazily(
  async () => (await import('#web/features/transcripts/editing/history-panel.tsx')).HistoryPanel,
);

interface TranscriptReadingProps {
  transcript: Transcript;
  startAt: StartAt | null;
  reveal: boolean;
  /** Whether this is the transcript's own page: on wide screens, the panel then stands beside the text. */
  isRoom?: boolean;
  onJump: (seconds: number) => void;
}

/** Tells members of a project who may only read why they cannot use the AI. */
const VIEWERS_READ =
  'You are a viewer of this project: you can read, play and export. To change this, ask the project’s owner.';

/** A completed transcript: its recording, its text, which people who may edit it change in place, and the panel with everything else. */
export function TranscriptReading(props: TranscriptReadingProps) {
  const { transcript, startAt, reveal, isRoom = false, onJump } = props;
  const { id, abilities } = transcript;
  const [panel, openPanel] = useOpenPanel(isRoom);
  const leaving = useLeavePanel(() => openPanel(null));
  const refusal = abilities.edit ? null : VIEWERS_READ;
  // A user who may no longer edit still sees the typed text, and that it is not saved.
  const isEditable = useHasUnsaved(id) || abilities.edit;

  const [wanted, setWanted] = useState<WantedNote | null>(null);
  const [isFinding, setFinding] = useState(false);
  const [wasFinding, setWasFinding] = useState(false);

  function findByMeaning() {
    setWasFinding(true);
    setFinding(true);
  }

  function openNote(noteId: Note['id']) {
    openPanel('notes');
    setWanted((before) => ({ id: noteId, visit: (before?.visit ?? 0) + 1 }));
  }

  const panelsOf = (goTo: (seconds: number) => void, store: PlaybackStore): PanelTab<PanelId>[] => [
    {
      id: 'summary',
      name: 'AI Summary',
      label: 'Summary',
      icon: <Sparkles aria-hidden="true" />,
      isKept: true,
      content: <SummaryPanel transcript={transcript} refusal={refusal} onCite={leaving(goTo)} />,
    },
    {
      id: 'chat',
      name: 'AI Chat',
      label: 'Chat',
      icon: <MessagesSquare aria-hidden="true" />,
      isKept: true,
      content: <ChatPanel id={id} refusal={refusal} onCite={leaving(goTo)} />,
    },
    {
      id: 'speakers',
      name: 'Speakers',
      label: 'Speakers',
      icon: <UsersRound aria-hidden="true" />,
      aside: shownSpeakers(transcript).length,
      content: <SpeakersPanel transcript={transcript} store={store} onJump={leaving(onJump)} />,
    },
    {
      id: 'notes',
      name: 'Notes',
      label: 'Notes',
      icon: <Highlighter aria-hidden="true" />,
      aside: <NoteCount id={id} />,
      isKept: true,
      content: <NotesPanel transcript={transcript} wanted={wanted} onGoTo={leaving(goTo)} />,
    },
    ...(isEditable
      ? [
          {
            id: 'history' as const,
            name: 'History',
            label: 'History',
            icon: <History aria-hidden="true" />,
            content: <HistoryPanel transcript={transcript} />,
          },
        ]
      : []),
  ];

  return (
    <>
      <TranscriptReader
        recording={{ kind: 'own', id }}
        transcript={transcript}
        startAt={startAt}
        reveal={reveal}
        isRoom={isRoom}
        renderPanel={(goTo, store) => (
          <>
            {!isEditable && (
              <Button variant="outline" size="sm" className="mt-2" onClick={findByMeaning}>
                <TextSearch aria-hidden="true" />
                Find by meaning
              </Button>
            )}
            <ReadingPanel
              tabs={panelsOf(goTo, store)}
              open={panel}
              onOpenChange={openPanel}
              isRoom={isRoom}
            />
            <Clips transcript={transcript} store={store} />
            {wasFinding && (
              <FindByMeaningDialog id={id} open={isFinding} onOpenChange={setFinding} onGoTo={goTo} />
            )}
          </>
        )}
        {...(isEditable
          ? {
              renderText: (text) => (
                <EditableText key={id} {...text} transcript={transcript} onFindByMeaning={findByMeaning} />
              ),
            }
          : {})}
      />
      <TextActions transcript={transcript} onOpenNote={openNote} />
    </>
  );
}
