import { speakTime } from '#domain/timecode.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  elapsedMs: number | null;
  onConfirm: () => void;
}

/** Asks for confirmation before a recording is discarded. */
export function DiscardDialog({ elapsedMs, ...rest }: DiscardDialogProps) {
  const length = elapsedMs === null ? 'It' : `Its ${speakTime(elapsedMs / 1000)}`;
  return (
    <ConfirmDialog
      {...rest}
      title="Discard this recording?"
      description={`${length} cannot be recovered: there is no transcript of it yet.`}
      action="Discard recording"
    />
  );
}
