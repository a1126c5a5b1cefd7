import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { FileQuestion, RefreshCw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { ProjectBadge } from '#web/badges/project-badge.tsx';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { ApiError } from '#web/lib/api.ts';
import { focusPlaceOf, useKeptFocus } from '#web/lib/focus.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { Unhurried } from '#web/ui/unhurried.tsx';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { transcriptQuery } from './data.ts';
import { useHasUnsaved } from './editing/use-edit-session.ts';
import { FailedView } from './failed-view.tsx';
import { PresentPeople } from './presence/present-people.tsx';
import { ProcessingView } from './processing-view.tsx';
import { FindAgainNotice } from './speakers/again/find-again-notice.tsx';
import { TitleEditor } from './title-editor.tsx';
import { TranscriptActions } from './transcript-actions.tsx';
import { TranscriptFacts } from './transcript-facts.tsx';
import { TranscriptNotices } from './transcript-notices.tsx';
import { UnknownStatusView } from './unknown-status-view.tsx';
import { useCatchUp } from './use-history.ts';
import { AgainNotice } from './versions/again-notice.tsx';

interface TranscriptViewProps {
  id: TranscriptId;
  onDeleted: () => void;
  /** Goes to a moment of the recording. */
  onJump: (seconds: number) => void;
  /** Stands before the title. */
  lead?: ReactNode;
  /** Stands before the other actions. */
  action?: ReactNode;
  /** Renders the player and the text, which the page combines. */
  renderReading: (transcript: Transcript) => ReactNode;
}

/** A transcript in any state. */
export function TranscriptView(props: TranscriptViewProps) {
  const query = useQuery(transcriptQuery(props.id));
  const root = useRef<HTMLDivElement>(null);
  useUnauthorized(query.error);
  useCatchUp(query.data);
  useKeptFocus(root, query.data?.status, focusPlaceOf);
  return (
    <div ref={root}>
      <InItsState {...props} query={query} />
    </div>
  );
}

type TranscriptResult = UseQueryResult<Transcript>;

function InItsState({
  id,
  query,
  onDeleted,
  onJump,
  lead,
  action,
  renderReading,
}: TranscriptViewProps & { query: TranscriptResult }) {
  const hasUnsaved = useHasUnsaved(id);
  if (query.isPending) return <TranscriptSkeleton />;
  // A project's transcript that was shown until now: it, or the user, has left the project. It stays if unsaved text would be lost.
  const isLost = isGone(query.error) && query.data?.abilities.own === false && !hasUnsaved;
  if (!query.data || isLost) return <Missing error={query.error} onRetry={() => void query.refetch()} />;
  const transcript = query.data;
  if (transcript.status === 'processing') {
    return (
      <ProcessingView
        transcript={transcript}
        onRefresh={() => void query.refetch()}
        refreshing={query.isFetching}
      />
    );
  }
  if (hasFailed(transcript.status)) return <FailedView transcript={transcript} onDeleted={onDeleted} />;
  if (transcript.status !== 'completed') {
    return (
      <UnknownStatusView
        transcript={transcript}
        onRefresh={() => void query.refetch()}
        refreshing={query.isFetching}
        onDeleted={onDeleted}
      />
    );
  }
  return (
    <Unhurried fallback={<TranscriptSkeleton />}>
      <article aria-labelledby="transcript-title" className="space-y-2">
        <Card className="space-y-1 p-2 pl-3 sm:space-y-2 sm:pl-4">
          <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 sm:gap-x-4">
            {lead}
            <div className="min-w-0 flex-1 basis-52">
              <TitleEditor transcript={transcript} id="transcript-title" />
            </div>
            <TranscriptActions transcript={transcript} lead={action} onJump={onJump} onDeleted={onDeleted} />
            <div className="-mt-1 basis-full max-sm:hidden" />
            <p className="-mr-1 flex flex-wrap items-center gap-1.5 max-sm:mr-1">
              <SourceBadge source={transcript.sourceType} />
              <ProjectBadge transcript={transcript} />
            </p>
            <PresentPeople transcript={transcript} />
            <TranscriptFacts transcript={transcript} />
          </div>
          <AgainNotice transcript={transcript} />
          <FindAgainNotice transcript={transcript} />
          <TranscriptNotices transcript={transcript} />
        </Card>
        {renderReading(transcript)}
      </article>
    </Unhurried>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isGone(error)) {
    return (
      <Card>
        <EmptyState icon={<FileQuestion />} title="Transcript not found.">
          It may have been deleted, or it belongs to somebody else.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState icon={<RefreshCw />} title="The transcript could not be loaded">
        <p>{error instanceof ApiError ? error.userMessage : 'Please check your connection.'}</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </Card>
  );
}

function TranscriptSkeleton() {
  return (
    <Card className="space-y-4 p-6" role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </Card>
  );
}
