import { useMemo } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { editCommands } from './edit-commands.ts';
import { EditHistory } from './edit-history.tsx';
import { revealRows } from './reveal-rows.ts';
import { useEditSession } from './use-edit-session.ts';

/** What was done to a transcript's text. */
export function HistoryPanel({ transcript }: { transcript: Pick<Transcript, 'id' | 'language'> }) {
  const { id, language } = transcript;
  const { session } = useEditSession(id);
  const commands = useMemo(() => editCommands(session, id), [session, id]);
  return (
    <div className="px-5 pb-4">
      <EditHistory
        transcriptId={id}
        segmentId={null}
        language={language}
        commands={commands}
        onGoTo={(segmentId) => revealRows([segmentId])}
      />
    </div>
  );
}
