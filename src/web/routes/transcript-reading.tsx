import type { Transcript } from '#contract/transcripts.ts';
import { ChatPanel } from '#web/features/chat/chat-panel.tsx';
import { SummaryCard } from '#web/features/summary/summary-card.tsx';
import { EditableText } from '#web/features/transcripts/editing/editable-text.tsx';
import { useHasUnsaved } from '#web/features/transcripts/editing/use-edit-session.ts';
import { SpeakersPanel } from '#web/features/transcripts/speakers/speakers-panel.tsx';
import { TranscriptReader } from '#web/player/transcript-reader.tsx';

interface TranscriptReadingProps {
  transcript: Transcript;
  startAt: { seconds: number; jump: number } | null;
  reveal: boolean;
  /** Whether summary, chat and speakers stand beside the text on wide screens. */
  isBeside?: boolean;
  onJump: (seconds: number) => void;
}

/** Tells members of a project who may only read why they cannot use the AI. */
const VIEWERS_READ =
  'You are a viewer of this project: you can read, play and export. To change this, ask the project’s owner.';

/** A completed transcript: its recording, the summary and chat, and its text, which people who may edit it change in place. */
export function TranscriptReading(props: TranscriptReadingProps) {
  const { transcript, startAt, reveal, isBeside = false, onJump } = props;
  const { id, abilities } = transcript;
  const refusal = abilities.edit ? null : VIEWERS_READ;
  // A user who may no longer edit still sees the typed text, and that it is not saved.
  const isEditable = useHasUnsaved(id) || abilities.edit;
  return (
    <TranscriptReader
      recording={{ kind: 'own', id }}
      transcript={transcript}
      startAt={startAt}
      reveal={reveal}
      isBeside={isBeside}
      renderBetween={(goTo) => (
        <>
          <SummaryCard transcript={transcript} refusal={refusal} onCite={goTo} />
          <ChatPanel id={id} refusal={refusal} onCite={goTo} />
          <SpeakersPanel transcript={transcript} onJump={onJump} />
        </>
      )}
      {...(isEditable
        ? { renderText: (text) => <EditableText key={id} {...text} transcript={transcript} /> }
        : {})}
    />
  );
}
