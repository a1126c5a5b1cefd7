import { CircleHelp, RefreshCw } from 'lucide-react';
import type { Transcript } from '#contract/transcripts.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { StatusBadge } from '#web/badges/status-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeleteButton } from './delete-button.tsx';

interface UnknownStatusViewProps {
  transcript: Transcript;
  onRefresh: () => void;
  refreshing: boolean;
  onDeleted: () => void;
}

/** A transcript whose status this version of the page does not know; shows the status in a neutral style. */
export function UnknownStatusView({ transcript, onRefresh, refreshing, onDeleted }: UnknownStatusViewProps) {
  return (
    <Card aria-labelledby="unknown-title" className="p-6 sm:p-8">
      <div className="flex gap-4">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-2xl bg-sunken text-quiet [&_svg]:size-6"
        >
          <CircleHelp />
        </span>
        <div className="min-w-0">
          <h2 id="unknown-title" dir="auto" className="text-xl font-semibold wrap-anywhere">
            {transcript.title}
          </h2>
          <p className="mt-2 flex flex-wrap items-center gap-2">
            <span className="sr-only">Status:</span>
            <StatusBadge status={transcript.status} />
            <SourceBadge source={transcript.sourceType} />
          </p>
          <p className="mt-4 text-quiet">
            This page does not know this status, so there is nothing to show yet. Please refresh in a while.
          </p>
          <div className="mt-6 flex flex-wrap gap-2">
            <Button size="sm" onClick={onRefresh} isIdle={refreshing}>
              <RefreshCw className={refreshing ? 'animate-spin' : undefined} aria-hidden="true" />
              Refresh
            </Button>
            {transcript.abilities.own && <DeleteButton transcript={transcript} onDeleted={onDeleted} />}
          </div>
        </div>
      </div>
    </Card>
  );
}
