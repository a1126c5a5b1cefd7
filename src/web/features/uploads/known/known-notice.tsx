import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { transcriptPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { KnownText } from './known-text.tsx';
import { type KnownCheck, useKnownRecording } from './use-known-recording.ts';

export interface KnownNoticeProps {
  file: File;
  onAgain: () => void;
}

/** Finds out whether there is a transcript of the chosen file already, says so, and offers to open it or to make another one. */
export function KnownNotice({ file, onAgain }: KnownNoticeProps) {
  const { check, skip } = useKnownRecording(file);
  if (check.state === 'unknown') return null;
  return (
    <Notice tone="info" icon={<Info />} action={<Actions check={check} onSkip={skip} onAgain={onAgain} />}>
      <span role="status" className="wrap-anywhere">
        <NoticeText check={check} />
      </span>
    </Notice>
  );
}

function NoticeText({ check }: { check: KnownCheck }): ReactNode {
  switch (check.state) {
    case 'unknown':
      return null;
    case 'comparing':
      return (
        <>
          You may have this recording already. Comparing it…{' '}
          <span className="tabular-nums" aria-hidden="true">
            {check.percent}%
          </span>
        </>
      );
    case 'new':
      return 'You do not have this recording yet. Another one has the same size.';
    case 'known':
      return <KnownText {...check} />;
  }
}

interface ActionsProps {
  check: KnownCheck;
  /** Ends the comparison. */
  onSkip: () => void;
  onAgain: () => void;
}

function Actions({ check, onSkip, onAgain }: ActionsProps) {
  if (check.state === 'comparing')
    return (
      <Button variant="ghost" size="sm" onClick={onSkip}>
        Do not compare
      </Button>
    );
  if (check.state !== 'known') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild variant="outline" size="sm">
        <Link href={transcriptPath(check.newest.id)}>Open it</Link>
      </Button>
      <Button variant="ghost" size="sm" onClick={onAgain}>
        Transcribe once more
      </Button>
    </div>
  );
}
