import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { formatTime } from '#domain/timecode.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { StatusBadge } from '#web/badges/status-badge.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount, formatDate } from '#web/lib/format.ts';
import { useReadingOrder } from '#web/lib/reading-order.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { useUnauthorized } from '#web/ui/use-unauthorized.ts';
import { isRunning } from './live-updates.ts';
import { Pages } from './pages.tsx';
import { percentText, shownPercent, stageText } from './stage-text.ts';
import { useHistory } from './use-history.ts';

interface HistoryListProps {
  selected: TranscriptId | null;
  onSelect: (id: TranscriptId) => void;
}

/** The user's transcripts, ten per page. */
export function HistoryList({ selected, onSelect }: HistoryListProps) {
  const [page, setPage] = useState(1);
  const history = useHistory(page);
  useUnauthorized(history.error);
  // From here, the order is that of all transcripts, not of a page of them.
  useReadingOrder([]);
  const totalPages = history.data?.pagination.totalPages ?? 0;
  // A deletion may empty the last page.
  if (totalPages > 0 && page > totalPages) setPage(totalPages);

  return (
    <Card aria-labelledby="history-title" className="overflow-hidden">
      <div className="flex items-baseline justify-between gap-3 px-5 pt-5 pb-3">
        <h2 id="history-title" className="font-semibold">
          Transcript History
        </h2>
        {history.data && history.data.pagination.totalCount > 0 && (
          <span className="text-sm text-quiet tabular-nums">
            {history.data.pagination.totalCount.toLocaleString('en')}
          </span>
        )}
      </div>
      {history.isPending && <HistorySkeleton />}
      {history.isError && !history.data && <HistoryError onRetry={() => void history.refetch()} />}
      {history.data?.transcripts.length === 0 && (
        <div className="px-5 pb-5 text-sm">
          <p className="font-medium">No Transcripts Yet</p>
          <p className="mt-0.5 text-quiet">Upload a recording and its transcript appears here.</p>
        </div>
      )}
      {history.data && history.data.transcripts.length > 0 && (
        <ul className={classNames('border-t', history.isPlaceholderData && 'opacity-60')}>
          {history.data.transcripts.map((item) => (
            <HistoryItem key={item.id} item={item} isSelected={item.id === selected} onSelect={onSelect} />
          ))}
        </ul>
      )}
      {totalPages > 1 && (
        <div className="border-t p-3">
          <Pages
            label="Pages of the history"
            page={page}
            totalPages={totalPages}
            most={3}
            onChange={setPage}
          />
        </div>
      )}
    </Card>
  );
}

function HistoryItem(props: {
  item: TranscriptListItem;
  isSelected: boolean;
  onSelect: (id: TranscriptId) => void;
}) {
  const { item, isSelected, onSelect } = props;
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onSelect(item.id)}
        className={classNames(
          'block w-full px-5 py-3.5 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2',
          isSelected && 'bg-active shadow-[inset_3px_0_0_var(--brand)]',
        )}
      >
        <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {item.title}
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-1.5">
          <StatusBadge status={item.status} errorCode={item.errorCode} />
          <SourceBadge source={item.sourceType} />
        </span>
        {isRunning(item) ? (
          <span className="mt-2.5 block">
            <Progress percent={shownPercent(item)} label={`Progress of ${item.title}`} />
            <span className="mt-1 flex justify-between text-xs text-quiet tabular-nums">
              <span>{stageText(item)}</span>
              <span>{percentText(item)}</span>
            </span>
          </span>
        ) : (
          <span className="mt-1.5 block text-xs text-quiet tabular-nums">{factsOf(item)}</span>
        )}
      </button>
    </li>
  );
}

function factsOf(item: TranscriptListItem): string {
  const facts = [formatDate(item.createdAt)];
  if (item.duration !== null) facts.push(formatTime(item.duration));
  if (item.status === 'completed' && item.wordCount !== null) facts.push(formatCount(item.wordCount, 'word'));
  return facts.join(' · ');
}

function HistorySkeleton() {
  return (
    <div role="status" className="space-y-5 border-t p-5">
      <span className="sr-only">Loading...</span>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="space-y-2">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  );
}

function HistoryError({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState icon={<RefreshCw />} title="The list could not be loaded">
      <p>Please check your connection.</p>
      <Button variant="outline" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  );
}
