import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditKind, HistoryEntry, SegmentChange } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { formatExactTime, formatTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { formatCount } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { deedText } from './edit-words.ts';
import { timeAgo } from './history-days.ts';
import { editEntryQuery } from './history-query.ts';
import { TextDiff } from './text-diff.tsx';

interface HistoryStepProps {
  transcriptId: TranscriptId;
  entry: HistoryEntry;
  /** BCP 47 tag of the text; null if it is not known. */
  language: string | null;
  onGoTo: (segmentId: number) => void;
  onRestoreSegment: (segmentId: number) => void;
  onRestoreEverything: () => void;
}

/** One step of the history: who, when, what, and how to restore. */
export function HistoryStep({ transcriptId, entry, language, ...actions }: HistoryStepProps) {
  const [showsAll, setShowsAll] = useState(false);
  const all = useQuery({ ...editEntryQuery(transcriptId, entry.id), enabled: showsAll });
  const changes = all.data?.changes ?? entry.changes;
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className={classNames('min-w-0', entry.isUndone && 'text-quiet')}>
          <p className="font-medium">
            {deedText(entry.kind, entry.changeCount)} {entry.isUndone && <Badge>Undone</Badge>}
          </p>
          <p className="text-sm text-quiet">
            <span dir="auto">{entry.author}</span> ·{' '}
            <time dateTime={entry.at}>
              {timeAgo(entry.at, new Date())}, {exactTime(entry.at)}
            </time>
          </p>
        </div>
        <Button variant="ghost" size="sm" onClick={actions.onRestoreEverything}>
          Restore everything to before this
        </Button>
      </div>
      {entry.names.length > 0 && (
        <ul className="mt-2 text-sm">
          {entry.names.map(({ label, before, after }) => (
            <li key={label} dir="auto" className="wrap-anywhere">
              {before ?? label} → {after ?? label}
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-2 space-y-2">
        {changes.map((change) => (
          <ChangedSegment
            key={change.segmentId}
            change={change}
            kind={entry.kind}
            language={language}
            {...actions}
          />
        ))}
      </ul>
      {entry.changeCount > changes.length && (
        <Button
          variant="link"
          size="sm"
          className="mt-1 px-0!"
          isIdle={all.isFetching}
          onClick={() => setShowsAll(true)}
        >
          {all.isFetching && <Spinner />}
          Show all {formatCount(entry.changeCount, 'change')}
        </Button>
      )}
      {all.isError && (
        <p role="alert" className="text-sm text-danger-ink">
          The other changes could not be loaded.
        </p>
      )}
    </li>
  );
}

type ChangedSegmentProps = { change: SegmentChange; kind: EditKind } & Pick<
  HistoryStepProps,
  'language' | 'onGoTo' | 'onRestoreSegment'
>;

function ChangedSegment({ change, kind, language, onGoTo, onRestoreSegment }: ChangedSegmentProps) {
  const { segmentId, before, after } = change;
  const time = formatTime(change.start);
  const hasTimes = kind === 'times' || (kind !== 'split' && kind !== 'join' && haveOtherTimes(change));
  const isMoved = before && after && before.speaker !== after.speaker;
  return (
    <li className="rounded-xl bg-sunken px-3.5 py-2.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <p className="text-quiet tabular-nums">
          {time}
          {isMoved && (
            <span dir="auto">
              {' '}
              · {before.speaker} → {after.speaker}
            </span>
          )}
          {!after && ' · no longer there'}
          {!before && ' · new'}
        </p>
        <span className="-mr-2 flex flex-wrap">
          {after && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Go to ${time}`}
              className="h-7.5!"
              onClick={() => onGoTo(segmentId)}
            >
              Go to
            </Button>
          )}
          {before && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Restore this passage at ${time}`}
              className="h-7.5!"
              onClick={() => onRestoreSegment(segmentId)}
            >
              Restore this passage
            </Button>
          )}
        </span>
      </div>
      {hasTimes && <p className="text-quiet tabular-nums">{timesText(change)}</p>}
      <TextDiff before={before?.text ?? ''} after={after?.text ?? ''} language={language} />
    </li>
  );
}

function haveOtherTimes({ before, after }: SegmentChange): boolean {
  return before !== null && after !== null && (before.start !== after.start || before.end !== after.end);
}

/** '0:01.200–0:03.450 → 0:01.300–0:03.450'; if the passage kept its times, those of its words changed. */
function timesText(change: SegmentChange): string {
  const { before, after } = change;
  if (!before || !after || !haveOtherTimes(change)) return 'The times of its words';
  return `${spanText(before)} → ${spanText(after)}`;
}

function spanText({ start, end }: { start: number; end: number }): string {
  return `${formatExactTime(start)}–${formatExactTime(end)}`;
}

function exactTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' });
}
