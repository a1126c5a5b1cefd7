import { useMutation } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { SpeakerCountSelect } from '#web/speech/speaker-count-select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { startSearchMutation } from './data.ts';

export interface FindAgainDialogProps {
  transcript: Pick<Transcript, 'id'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that starts to find out anew who speaks; its result is shown above the text. */
export function FindAgainDialog({ transcript, open, onOpenChange }: FindAgainDialogProps) {
  const [count, setCount] = useState<number | null>(null);
  const start = useMutation({
    ...startSearchMutation,
    onSuccess: () => onOpenChange(false),
    onError: (error) => showFailure(error, 'The speakers could not be found again.'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find speakers again"
      description="The voices are compared again, without changing a word. You will see what would change before anything does. Names stay with their voices, and passages whose speaker somebody set stay as they are."
    >
      <div className="mt-5">
        <SpeakerCountSelect count={count} onChange={setCount} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button isIdle={start.isPending} onClick={() => start.mutate({ id: transcript.id, speakers: count })}>
          <UsersRound aria-hidden="true" />
          Find speakers
        </Button>
      </div>
    </Dialog>
  );
}
