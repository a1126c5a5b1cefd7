import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { TranscriptId } from '#contract/ids.ts';
import { parseTime } from '#domain/timecode.ts';
import { transcriptQuery } from '#web/features/transcripts/data.ts';
import { TranscriptView } from '#web/features/transcripts/transcript-view.tsx';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { Button } from '#web/ui/button.tsx';
import { TranscriptReading } from './transcript-reading.tsx';
import { WayBack } from './way-back.tsx';

/** The page of a transcript; `?t=` is the second to start from. */
export function TranscriptPage({ idText }: { idText: string }) {
  const id = /^\d+$/.test(idText) ? TranscriptId.safeParse(idText).data : undefined;
  useScrollToTop();
  return id === undefined ? <InvalidId /> : <ValidPage id={id} />;
}

function ValidPage({ id }: { id: TranscriptId }) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { data } = useQuery(transcriptQuery(id));
  useDocumentTitle(data?.title ?? 'Transcript');
  const seconds = parseTime(search.get('t') ?? '');
  // A cited moment has whole seconds, so its passage may begin a little later; a clip begins exactly there.
  const isRounded = Number.isInteger(seconds) && !search.has('end');
  const arrival = seconds === null ? null : { seconds, jump: 0, isRounded };
  // Jumps within the page do not change the address.
  const [jumped, setJumped] = useState<{ seconds: number; jump: number } | null>(null);
  const jumpTo = (to: number) => setJumped((before) => ({ seconds: to, jump: (before?.jump ?? 0) + 1 }));
  return (
    <div className="mx-auto max-w-4xl px-2 pt-2 sm:px-4 min-[75rem]:max-w-7xl">
      <h1 className="sr-only">Transcript</h1>
      <TranscriptView
        id={id}
        lead={<WayBack projectId={data?.projectId ?? null} />}
        onDeleted={() => navigate('/')}
        onJump={jumpTo}
        renderReading={(transcript) => (
          <TranscriptReading
            transcript={transcript}
            startAt={jumped ?? arrival}
            reveal
            isRoom
            onJump={jumpTo}
          />
        )}
      />
    </div>
  );
}

function InvalidId() {
  useDocumentTitle('Invalid Transcript ID');
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-4 py-24 text-center">
      <FileQuestion className="size-12 text-quiet" aria-hidden="true" />
      <h1 className="mt-4 text-2xl font-semibold">Invalid Transcript ID</h1>
      <p className="mt-2 text-quiet">This address does not belong to a transcript.</p>
      <Button asChild className="mt-6">
        <Link href="/">Go Home</Link>
      </Button>
    </div>
  );
}

function useScrollToTop(): void {
  // In braces, because newer browsers return a promise, which React would take for a cleanup function.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
}
