import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { isUnauthorized } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { deleteTranscriptMutation, transcriptQuery } from './data.ts';

interface DeleteButtonProps {
  transcript: Pick<Transcript, 'id' | 'title'>;
  onDeleted: () => void;
}

export function DeleteButton({ transcript, onDeleted }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...deleteTranscriptMutation,
    onSuccess: () => {
      toast({ title: 'Transcript deleted' });
      onDeleted();
      queryClient.removeQueries({ queryKey: transcriptQuery(transcript.id).queryKey });
    },
    onError: (error) => {
      if (isUnauthorized(error)) leaveForLogin();
      else toast({ title: 'Error', description: 'Failed to delete transcript', variant: 'destructive' });
    },
  });
  return (
    <>
      <Button variant="outline" size="sm" isIdle={remove.isPending} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        <span>Delete</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this transcript?"
        description={`"${transcript.title}" and its recording will be permanently deleted.`}
        action="Delete transcript"
        onConfirm={() => remove.mutate(transcript.id)}
      />
    </>
  );
}
