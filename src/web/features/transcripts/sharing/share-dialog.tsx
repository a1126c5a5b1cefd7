import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, ExternalLink, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import type { Share } from '#contract/shares.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { shareQuery } from '#web/lib/share-query.ts';
import { useCopied } from '#web/lib/use-copied.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { INPUT_CLASS } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { revokeMutation, shareMutation } from './data.ts';

interface ShareDialogProps {
  transcript: Pick<Transcript, 'id' | 'title'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that creates, shows and revokes the public link of a transcript. */
export function ShareTranscriptDialog({ transcript, open, onOpenChange }: ShareDialogProps) {
  const share = useQuery({ ...shareQuery(transcript.id), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share transcript"
      description="Anyone with the link can read and play this transcript, download its text, and ask the AI about it (with your API key, if you have saved one). Nobody can change it."
    >
      <div className="mt-5">
        {share.isPending ? (
          <Skeleton className="h-28" />
        ) : share.data ? (
          <PresentLink transcript={transcript} share={share.data} />
        ) : (
          <NewLink transcript={transcript} />
        )}
      </div>
    </Dialog>
  );
}

const ENDS = [
  { value: 'never', label: 'Until I revoke it' },
  { value: '1', label: 'For one day' },
  { value: '7', label: 'For 7 days' },
  { value: '30', label: 'For 30 days' },
] as const;
type End = (typeof ENDS)[number]['value'];

function NewLink({ transcript }: Pick<ShareDialogProps, 'transcript'>) {
  const [end, setEnd] = useState<End>('never');
  const make = useMakeLink(transcript);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label="The link is valid"
        value={end}
        options={ENDS}
        onChange={setEnd}
        className="min-w-48 flex-1"
      />
      <Button
        isIdle={make.isPending}
        onClick={() => make.mutate({ id: transcript.id, expiresInDays: daysOf(end) })}
      >
        <Link2 aria-hidden="true" />
        Generate Link
      </Button>
    </div>
  );
}

function PresentLink({ transcript, share }: Pick<ShareDialogProps, 'transcript'> & { share: Share }) {
  const { copied, copy } = useCopied();
  async function copyLink() {
    try {
      await copy(share.shareUrl);
      toast({ title: 'Copied!' });
    } catch {
      toast({ title: 'Error', description: 'Failed to copy link', variant: 'destructive' });
    }
  }
  return (
    <div className="space-y-4">
      <input
        readOnly
        aria-label="Public link"
        value={share.shareUrl}
        onFocus={(event) => event.target.select()}
        className={`${INPUT_CLASS} text-sm`}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyLink()}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? 'Copied!' : 'Copy Link'}
        </Button>
        <Button asChild variant="outline">
          <a href={share.shareUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            View Shared
          </a>
        </Button>
      </div>
      <LinkEnd transcript={transcript} share={share} />
    </div>
  );
}

function LinkEnd({ transcript, share }: Pick<ShareDialogProps, 'transcript'> & { share: Share }) {
  const [asking, setAsking] = useState(false);
  const make = useMakeLink(transcript);
  const revoke = useRevoke(transcript);
  // The server stores only when the link expires, not which option was chosen.
  const options = share.expiresAt
    ? [{ value: 'date' as const, label: `Until ${formatDateTime(share.expiresAt)}` }, ...ENDS]
    : ENDS;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 border-t pt-4">
      <Select
        label="The link is valid"
        value={share.expiresAt ? 'date' : 'never'}
        options={options}
        onChange={(end) => {
          if (end !== 'date') make.mutate({ id: transcript.id, expiresInDays: daysOf(end) });
        }}
        className="min-w-64 flex-1"
      />
      <Button
        variant="ghost"
        className="text-danger-ink"
        isIdle={revoke.isPending}
        onClick={() => setAsking(true)}
      >
        <Unlink aria-hidden="true" />
        Revoke link
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Revoke this link?"
        description="Nobody will be able to read, play or ask about the transcript with it any more. A new link will have a different address."
        action="Revoke link"
        onConfirm={() => revoke.mutate(transcript.id)}
      />
    </div>
  );
}

function daysOf(end: End): number | null {
  return end === 'never' ? null : Number(end);
}

function useMakeLink({ id }: ShareDialogProps['transcript']) {
  const queryClient = useQueryClient();
  return useMutation({
    ...shareMutation,
    onSuccess: (share) => {
      const { queryKey } = shareQuery(id);
      const isNew = !queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, share);
      toast({
        title: isNew
          ? 'Link Generated!'
          : share.expiresAt === null
            ? 'The link is valid until you revoke it'
            : `The link is valid until ${formatDateTime(share.expiresAt)}`,
      });
    },
    onError: () =>
      toast({ title: 'Error', description: 'Failed to generate share link', variant: 'destructive' }),
  });
}

function useRevoke({ id }: ShareDialogProps['transcript']) {
  const queryClient = useQueryClient();
  return useMutation({
    ...revokeMutation,
    onSuccess: () => {
      queryClient.setQueryData(shareQuery(id).queryKey, null);
      toast({ title: 'The link was revoked' });
    },
    onError: () =>
      toast({ title: 'Error', description: 'The link could not be revoked.', variant: 'destructive' }),
  });
}
