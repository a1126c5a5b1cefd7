import { useMutation } from '@tanstack/react-query';
import { CircleAlert, UsersRound } from 'lucide-react';
import { useRef } from 'react';
import type { SpeakerSearch } from '#contract/speaker-search.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { focusPlaceOf, useKeptFocus } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useBetterDismissed } from './better-speakers.tsx';
import { endSearchMutation } from './data.ts';
import { outcomeText } from './outcome-text.ts';
import { useApply } from './use-apply.ts';
import { useSpeakerSearch } from './use-speaker-search.ts';

/** How far the search for speakers is, what it would change, or why it failed; for those who may edit. */
export function FindAgainNotice({ transcript }: { transcript: Transcript }) {
  const { search } = useSpeakerSearch(transcript);
  const root = useRef<HTMLDivElement>(null);
  // The buttons go with what they decide about.
  useKeptFocus(root, search?.status, focusPlaceOf);
  return (
    <div ref={root} className="empty:hidden">
      {search && <InItsState transcript={transcript} search={search} />}
    </div>
  );
}

function InItsState({ transcript, search }: Part & { search: SpeakerSearch }) {
  if (search.status === 'processing') return <Searching transcript={transcript} search={search} />;
  if (search.outcome) return <Found transcript={transcript} outcome={search.outcome} />;
  return (
    <Notice tone="warn" icon={<CircleAlert />} action={<EndButton transcript={transcript} label="Dismiss" />}>
      <strong className="font-semibold">The speakers were not found again.</strong> {search.errorMessage} The
      text has not changed.
    </Notice>
  );
}

type Part = { transcript: Pick<Transcript, 'id'> };

function Searching({ transcript, search }: Part & { search: SpeakerSearch }) {
  const percent = Math.round(search.progressPercent);
  return (
    <Notice tone="info" icon={<Spinner />} action={<EndButton transcript={transcript} label="Cancel" />}>
      <p role="status" className="flex justify-between gap-4 tabular-nums">
        <span>Speakers are being found again</span>
        <span aria-hidden="true">{percent}%</span>
      </p>
      <div className="mt-2">
        <Progress percent={percent} label="Progress of finding speakers" />
      </div>
    </Notice>
  );
}

function Found({ transcript, outcome }: Part & { outcome: NonNullable<SpeakerSearch['outcome']> }) {
  const apply = useApply(transcript.id);
  const isSame = outcome.changedSegments === 0;
  // Whoever has seen what is possible need not be told that it is.
  const [, dismissBetter] = useBetterDismissed(transcript);
  return (
    <Notice
      tone="info"
      icon={<UsersRound />}
      action={
        <span className="flex flex-wrap gap-2">
          <EndButton transcript={transcript} label={isSame ? 'Dismiss' : 'Discard'} onEnd={dismissBetter} />
          {!isSame && (
            <Button size="sm" isIdle={apply.isPending} onClick={() => apply.mutate()}>
              Change speakers
            </Button>
          )}
        </span>
      }
    >
      <p role="status">
        <strong className="font-semibold">Speakers were found again.</strong> {outcomeText(outcome)}
      </p>
    </Notice>
  );
}

/** Stops the search, or discards what it found. */
function EndButton({ transcript, label, onEnd }: Part & { label: string; onEnd?: () => void }) {
  const end = useMutation({ ...endSearchMutation, ...(onEnd ? { onSuccess: onEnd } : {}) });
  return (
    <Button variant="outline" size="sm" isIdle={end.isPending} onClick={() => end.mutate(transcript.id)}>
      {label}
    </Button>
  );
}
