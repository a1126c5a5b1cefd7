import { useInfiniteQuery } from '@tanstack/react-query';
import { History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { HistoryEntry } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Skeleton, Spinner } from '#web/ui/spinner.tsx';
import type { EditCommands } from './edit-commands.ts';
import { byDay } from './history-days.ts';
import { editHistoryQuery } from './history-query.ts';
import { HistoryStep } from './history-step.tsx';

interface EditHistoryProps {
  transcriptId: TranscriptId;
  /** Only of this segment; null: of the whole text. */
  segmentId: number | null;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  commands: Pick<EditCommands, 'restoreSegment' | 'restoreEverything'>;
  onGoTo: (segmentId: number) => void;
  /** Called after something was restored. */
  onRestored?: () => void;
}

/** Lists what was done to the text, by whom and when, and lets the user restore it. */
export function EditHistory(props: EditHistoryProps) {
  const { transcriptId, segmentId, language, commands, onGoTo, onRestored } = props;
  const history = useInfiniteQuery(editHistoryQuery(transcriptId, segmentId));
  const [restoring, setRestoring] = useState<HistoryEntry | null>(null);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];

  async function restoreSegment(editId: number, id: number) {
    if (await commands.restoreSegment(editId, id)) onRestored?.();
  }

  async function restoreEverything(editId: number) {
    if (await commands.restoreEverything(editId)) onRestored?.();
  }

  return (
    <>
      {history.isPending && (
        <div role="status" className="mt-5 space-y-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {history.isError && (
        <EmptyState icon={<RefreshCw />} title="The history could not be loaded">
          <Button variant="outline" size="sm" className="mt-3" onClick={() => void history.refetch()}>
            Try again
          </Button>
        </EmptyState>
      )}
      {history.isSuccess && entries.length === 0 && (
        <EmptyState icon={<History />} title="No changes yet">
          {segmentId === null
            ? 'Edits to this text are listed here, and you can undo them.'
            : 'Nobody has edited this passage.'}
        </EmptyState>
      )}
      {byDay(entries, new Date()).map((day) => (
        <section key={day.key} aria-label={day.title} className="mt-5">
          <h3 className="text-sm font-semibold text-quiet">{day.title}</h3>
          <ol className="mt-1 divide-y">
            {day.entries.map((entry) => (
              <HistoryStep
                key={entry.id}
                transcriptId={transcriptId}
                entry={entry}
                language={language}
                onGoTo={onGoTo}
                onRestoreSegment={(id) => void restoreSegment(entry.id, id)}
                onRestoreEverything={() => setRestoring(entry)}
              />
            ))}
          </ol>
        </section>
      ))}
      {history.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="outline"
            size="sm"
            isIdle={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {history.isFetchingNextPage && <Spinner />}
            Show older changes
          </Button>
        </div>
      )}
      {restoring && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRestoring(null)}
          title="Restore everything to before this?"
          description={confirmText(restoring, entries, segmentId === null)}
          action="Restore everything"
          onConfirm={() => void restoreEverything(restoring.id)}
        />
      )}
    </>
  );
}

function confirmText(entry: HistoryEntry, entries: readonly HistoryEntry[], isWhole: boolean): string {
  const undo = 'This is itself a step that can be undone.';
  if (!isWhole)
    return `The whole text will be restored to what it was before this step. Later steps are undone too. ${undo}`;
  const later = entries.filter(({ id, isUndone }) => id > entry.id && !isUndone).length;
  const steps = later === 0 ? 'this step' : `this step and ${later} later ${later === 1 ? 'one' : 'ones'}`;
  return `The whole text will be restored: ${steps} ${later === 0 ? 'is' : 'are'} undone. ${undo}`;
}
