import { AudioLines, MessagesSquare, Play, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { useHistory } from '#web/features/transcripts/use-history.ts';
import { Button } from '#web/ui/button.tsx';

/** What stands where a transcript would: for somebody who has none, what happens next; else the way back to the newest. */
export function NoTranscript({ onOpen }: { onOpen: (id: TranscriptId) => void }) {
  const { data } = useHistory(1);
  const newest = data?.transcripts.find(({ status }) => status === 'completed');
  return (
    <div className="px-1 py-4 sm:px-2">
      <p className="font-semibold">No transcript selected</p>
      {data?.pagination.totalCount === 0 && <FirstSteps />}
      {data && data.pagination.totalCount > 0 && (
        <>
          <p className="mt-1 text-sm text-quiet">
            Choose one from the history, or create one from a podcast, a video or a recording.
          </p>
          {newest && (
            <Button variant="outline" className="mt-4 max-w-full" onClick={() => onOpen(newest.id)}>
              <Play aria-hidden="true" />
              <span className="min-w-0 truncate">
                Open the newest: <span dir="auto">{newest.title}</span>
              </span>
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function FirstSteps() {
  return (
    <ol className="mt-4 grid gap-5 sm:grid-cols-3">
      <Step icon={<Upload />} title="1. Add a recording">
        Choose a file above, or take a podcast, a video or your microphone.
      </Step>
      <Step icon={<AudioLines />} title="2. Read along">
        The text appears while it is being made, with who speaks and when. Click a word to hear it.
      </Step>
      <Step icon={<MessagesSquare />} title="3. Work with it">
        Correct, search, ask questions, quote, export and share.
      </Step>
    </ol>
  );
}

function Step({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 sm:block">
      <span
        className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink sm:mb-3 [&_svg]:size-5"
        aria-hidden="true"
      >
        {icon}
      </span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-sm text-quiet">{children}</span>
      </span>
    </li>
  );
}
