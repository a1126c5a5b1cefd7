import { useQuery } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getWords, type Transcript } from '#contract/transcripts.ts';
import { ExportList } from '#web/exports/export-list.tsx';
import { urlOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { transcriptQuery } from '../data.ts';

interface ExportDialogProps {
  transcript: Pick<Transcript, 'id' | 'title'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The export choices for a transcript that is not open; its text is fetched first. */
export function ExportDialog({ transcript, open, onOpenChange }: ExportDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Export" description={transcript.title}>
      <Formats id={transcript.id} />
    </Dialog>
  );
}

function Formats({ id }: { id: TranscriptId }) {
  const transcript = useQuery(transcriptQuery(id));
  if (transcript.isPending) return <Skeleton className="mt-5 h-64" />;
  if (!transcript.data) {
    return (
      <p role="alert" className="mt-5 text-sm text-danger-ink">
        The transcript could not be loaded. Please close this and try again.
      </p>
    );
  }
  return <ExportList transcript={transcript.data} wordsPath={urlOf(getWords.path, { id })} />;
}
