import type { TranscriptId } from '#contract/ids.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { EditCommands } from './edit-commands.ts';
import { EditHistory } from './edit-history.tsx';

interface SegmentHistoryDialogProps {
  transcriptId: TranscriptId;
  segmentId: number;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  commands: EditCommands;
  onGoTo: (segmentId: number) => void;
  onClose: () => void;
}

/** What was done to one segment. */
export function SegmentHistoryDialog(props: SegmentHistoryDialogProps) {
  const { transcriptId, segmentId, language, commands, onGoTo, onClose } = props;
  return (
    <Dialog open width="wide" onOpenChange={(open) => !open && onClose()} title="History of this passage">
      <EditHistory
        transcriptId={transcriptId}
        segmentId={segmentId}
        language={language}
        commands={commands}
        onGoTo={(id) => {
          onClose();
          onGoTo(id);
        }}
        onRestored={onClose}
      />
    </Dialog>
  );
}
