import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { TranscriptId } from '#contract/ids.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { knownQuery } from '../known/known-query.ts';
import { KnownText } from '../known/known-text.tsx';
import type { QueueEntry } from './queue-entry.ts';

export interface ChoiceActions {
  onAgain: (id: string) => void;
  onLeaveOut: (entry: QueueEntry) => void;
  /** Called when its transcripts are gone. */
  onUnknown: (id: string) => void;
}

interface ChoiceNoteProps extends ChoiceActions {
  entry: QueueEntry;
  /** The entry that has the same bytes. */
  twin: QueueEntry | null;
}

/** Says below a file that its recording is there already, or is sent by another entry, and asks what becomes of it. */
export function ChoiceNote({ entry, twin, onAgain, onLeaveOut, onUnknown }: ChoiceNoteProps) {
  const { data } = useQuery({
    ...knownQuery({ sizeBytes: entry.size, sha256: entry.sha256 ?? null }),
    enabled: entry.isKnown === true && entry.sha256 !== undefined,
  });
  useGone(data?.mayBeKnown === false, entry.id, onUnknown);
  const [newest] = data?.transcripts ?? [];
  const transcriptId = newest?.id ?? twin?.transcriptId ?? null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <p className="min-w-0 flex-1 basis-48 text-quiet wrap-anywhere">
        {newest && data ? (
          <KnownText newest={newest} totalCount={data.totalCount} />
        ) : (
          choiceText(entry, twin)
        )}
      </p>
      <div className="flex flex-wrap gap-1">
        {transcriptId !== null && <OpenLink transcriptId={transcriptId} name={entry.name} />}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Transcribe once more: ${entry.name}`}
          onClick={() => onAgain(entry.id)}
        >
          Transcribe once more
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Leave out: ${entry.name}`}
          onClick={() => onLeaveOut(entry)}
        >
          Leave out
        </Button>
      </div>
    </div>
  );
}

function OpenLink({ transcriptId, name }: { transcriptId: TranscriptId; name: string }) {
  return (
    <Button asChild size="sm" variant="outline">
      <Link href={transcriptPath(transcriptId)} aria-label={`Open it: the transcript of ${name}`}>
        Open it
      </Link>
    </Button>
  );
}

function choiceText({ isKnown }: QueueEntry, twin: QueueEntry | null): string {
  if (isKnown || !twin) return 'You have this recording already.';
  return `The same recording as ${twin.name}, which is in this queue.`;
}

/** Lets the queue know that somebody has deleted the transcripts of a file. */
function useGone(isGone: boolean, id: string, onUnknown: (id: string) => void): void {
  useEffect(() => {
    if (isGone) onUnknown(id);
  }, [isGone, id, onUnknown]);
}
