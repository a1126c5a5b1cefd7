import { UsersRound } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { useDismissed } from '#web/lib/use-dismissed.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { DismissButton } from '#web/ui/dismiss-button.tsx';
import { useDialog } from '../../use-dialog.ts';
import { LazyFindAgainDialog } from './lazy-dialog.tsx';

/** Whether somebody does not want to know in this browser that better speakers are possible, and a function that says so. */
export function useBetterDismissed({ id }: Pick<Transcript, 'id'>): [boolean, () => void] {
  return useDismissed('better-speakers', id);
}

/** Says that the network of voices came after this text was made, and offers to find its speakers again. */
export function BetterSpeakers({ transcript }: { transcript: Transcript }) {
  const again = useDialog();
  const [, dismiss] = useBetterDismissed(transcript);
  return (
    <>
      <Notice
        tone="info"
        icon={<UsersRound />}
        action={
          <span className="-my-1.5 flex items-center gap-1">
            <Button variant="outline" size="sm" onClick={again.show}>
              Find speakers again…
            </Button>
            <DismissButton onClick={dismiss} />
          </span>
        }
      >
        <strong className="font-semibold">Better speakers are possible.</strong> Since this text was made,
        Tapescript has learned to tell voices apart better.
      </Notice>
      {again.wasOpened && (
        <LazyFindAgainDialog transcript={transcript} open={again.isOpen} onOpenChange={again.setOpen} />
      )}
    </>
  );
}
