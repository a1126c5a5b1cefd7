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
  onJump: (seconds: number) => void;
}

/** Why members of a project who only read cannot ask for anything. */
const VIEWERS_READ =
  'You are a viewer of this project: you can read, play and export. To change this, ask the project’s owner.';

/** A finished transcript: its recording, what the AI makes of it, and its text, which who may edits in place. */
export function TranscriptReading({ transcript, startAt, reveal, onJump }: TranscriptReadingProps) {
  const { id, abilities } = transcript;
  const refusal = abilities.edit ? null : VIEWERS_READ;
  // Who may no longer edit still sees what he was writing, and that it is not saved.
  const isEditable = useHasUnsaved(id) || abilities.edit;
  const speakers = <SpeakersPanel transcript={transcript} onJump={onJump} />;
  return (
    <TranscriptReader
      recording={{ kind: 'own', id }}
      transcript={transcript}
      startAt={startAt}
      reveal={reveal}
      renderBetween={(goTo) => (
        <>
          <SummaryCard transcript={transcript} refusal={refusal} onCite={goTo} />
          <ChatPanel id={id} refusal={refusal} onCite={goTo} />
          {!isEditable && speakers}
        </>
      )}
      {...(isEditable
        ? {
            renderText: (text) => (
              <>
                {speakers}
                <EditableText key={id} {...text} transcript={transcript} />
              </>
            ),
          }
        : {})}
    />
  );
}
