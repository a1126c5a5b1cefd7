import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Transcript, TranscriptVersion } from '#contract/transcripts.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Skeleton } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { transcriptQuery } from '../data.ts';
import { restoreVersionMutation, versionsQuery } from './data.ts';

interface VersionsDialogProps {
  transcript: Pick<Transcript, 'id' | 'stage' | 'abilities'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog with all versions of the text, any of which can be restored. */
export function VersionsDialog({ transcript, open, onOpenChange }: VersionsDialogProps) {
  const versions = useQuery({ ...versionsQuery(transcript.id), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Versions"
      description="Each time the recording is transcribed, a new version is created. Older ones are kept with all changes made to them."
    >
      {versions.isPending && <Skeleton className="mt-5 h-24" />}
      {versions.isError && (
        <p role="alert" className="mt-5 text-sm text-danger-ink">
          The versions could not be loaded. Please close this and try again.
        </p>
      )}
      <ul className="mt-4 divide-y">
        {versions.data?.map((version) => (
          <VersionItem
            key={version.version}
            transcript={transcript}
            version={version}
            onShown={() => onOpenChange(false)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface VersionItemProps {
  transcript: VersionsDialogProps['transcript'];
  version: TranscriptVersion;
  onShown: () => void;
}

function VersionItem({ transcript, version, onShown }: VersionItemProps) {
  const queryClient = useQueryClient();
  const restore = useMutation({
    ...restoreVersionMutation,
    onSuccess: (shown) => {
      queryClient.setQueryData(transcriptQuery(transcript.id).queryKey, shown);
      toast({ title: `Version ${version.version} is shown` });
      onShown();
    },
    onError: (error) => showFailure(error, 'The version could not be shown.'),
  });
  const facts = [
    formatDateTime(version.createdAt),
    formatCount(version.wordCount, 'word'),
    version.editCount === 0 ? 'no changes' : formatCount(version.editCount, 'change'),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2 font-medium">
          Version {version.version}
          {version.isCurrent && <Badge tone="brand">Shown</Badge>}
        </p>
        <p className="text-sm text-quiet tabular-nums">{facts.join(' · ')}</p>
      </div>
      {!version.isCurrent && transcript.abilities.own && (
        <Button
          variant="outline"
          size="sm"
          isIdle={restore.isPending || transcript.stage !== null}
          onClick={() => restore.mutate({ id: transcript.id, version: version.version })}
        >
          Show this version
        </Button>
      )}
    </li>
  );
}
