import { useQuery } from '@tanstack/react-query';
import { FileQuestion, MessagesSquare, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { getSharedWords, type SharedTranscript } from '#contract/shares.ts';
import { formatTime, parseTime } from '#domain/timecode.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { ExportMenu } from '#web/exports/export-menu.tsx';
import { ChatToggle, SharedChat } from '#web/features/chat/shared-chat.tsx';
import { sharedQuery } from '#web/features/shared/data.ts';
import { CopyButton } from '#web/features/transcripts/copy-button.tsx';
import { ApiError, urlOf } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { formatCount } from '#web/lib/format.ts';
import { sharePath } from '#web/lib/paths.ts';
import type { RecordingRef } from '#web/player/recording-ref.ts';
import { TranscriptReader } from '#web/player/transcript-reader.tsx';
import { ReadingPanel } from '#web/reading/reading-panel.tsx';
import { SelectionToolbar } from '#web/reading/selection-toolbar.tsx';
import { useLeavePanel } from '#web/reading/use-open-panel.ts';
import { useQuoting } from '#web/reading/use-quoting.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { PageLoading } from '#web/ui/spinner.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';
import { Unhurried } from '#web/ui/unhurried.tsx';

const FORMATS = ['txt', 'srt'] as const;

/** The page of a public link, on which anyone holding the link can read, play, copy and download the transcript. */
export function SharedPage({ shareId }: { shareId: string }) {
  const shared = useQuery(sharedQuery(shareId));
  useDocumentTitle(shared.data?.title ?? 'Shared transcript');
  return (
    <TooltipProvider>
      <div className="mx-auto max-w-4xl px-2 pt-2 sm:px-4 min-[75rem]:max-w-7xl">
        {shared.isPending ? (
          <PageLoading />
        ) : shared.data ? (
          <Unhurried fallback={<PageLoading />}>
            <Shared
              transcript={shared.data}
              renew={async () => (await shared.refetch()).data?.mediaUrl ?? null}
            />
          </Unhurried>
        ) : (
          <NotThere
            error={shared.error}
            isRetrying={shared.isFetching}
            onRetry={() => void shared.refetch()}
          />
        )}
      </div>
      <Toaster />
    </TooltipProvider>
  );
}

interface SharedProps {
  transcript: SharedTranscript;
  /** Fetches a new address of the recording, because each is valid for an hour; null if there is none. */
  renew: () => Promise<string | null>;
}

function Shared({ transcript, renew }: SharedProps) {
  const [search] = useSearchParams();
  const [isChatOpen, setChatOpen] = useState(false);
  const leaving = useLeavePanel(() => setChatOpen(false));
  const seconds = parseTime(search.get('t') ?? '');
  const { mediaUrl } = transcript;
  const recording: RecordingRef = { kind: 'shared', shareId: transcript.id, mediaUrl, renew };
  const quote = useQuoting(recording, transcript, sharePath(transcript.id));
  return (
    <article aria-labelledby="shared-title" className="space-y-2">
      <h1 className="sr-only">Shared transcript</h1>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-1 p-2 pl-3 sm:pl-4">
        <h2
          id="shared-title"
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 basis-60 text-lg/6 font-semibold wrap-anywhere sm:text-xl/7"
          title={transcript.title}
        >
          {transcript.title}
        </h2>
        <div className="icons-on-phones flex flex-wrap items-center gap-1.5">
          <CopyButton transcript={transcript} />
          <ExportMenu
            transcript={transcript}
            formats={FORMATS}
            wordsPath={urlOf(getSharedWords.path, { shareId: transcript.id })}
          />
          <ChatToggle open={isChatOpen} onOpenChange={setChatOpen} />
          <Button asChild size="sm">
            <Link href="/">
              <Plus aria-hidden="true" />
              Create Your Own Transcription
            </Link>
          </Button>
        </div>
        <p className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-quiet tabular-nums">
          <SourceBadge source={transcript.sourceType} />
          <span>{formatTime(transcript.duration)}</span>
          <span>{formatCount(transcript.wordCount ?? 0, 'word')}</span>
        </p>
      </Card>
      <TranscriptReader
        recording={recording}
        transcript={transcript}
        startAt={seconds === null ? null : { seconds, jump: 0 }}
        isRoom
        renderPanel={(goTo) => (
          <ReadingPanel
            tabs={[
              {
                id: 'chat',
                name: 'AI Chat',
                label: 'Chat',
                icon: <MessagesSquare aria-hidden="true" />,
                isKept: true,
                content: <SharedChat shareId={transcript.id} onCite={leaving(goTo)} />,
              },
            ]}
            open={isChatOpen ? 'chat' : null}
            onOpenChange={(id) => setChatOpen(id !== null)}
            isRoom
            hasButtons={false}
          />
        )}
      />
      <SelectionToolbar actions={[{ ...quote, text: quote.label }]} />
    </article>
  );
}

interface NotThereProps {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shown when the transcript cannot be read now; the reason decides what is offered. */
function NotThere({ error, isRetrying, onRetry }: NotThereProps) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Card className="mx-auto mt-10 max-w-lg">
      <h1 className="sr-only">Shared transcript</h1>
      <EmptyState icon={<FileQuestion />} title="Transcript Not Found">
        <p>This shared transcript may have been removed or the link is invalid.</p>
        <p className="mt-2">
          {isGone
            ? 'Please ask whoever gave you the link for a new one.'
            : (error instanceof ApiError && error.userMessage) || 'Please check your connection.'}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button variant="outline" isIdle={isRetrying} onClick={onRetry}>
            <RefreshCw className={isRetrying ? 'animate-spin' : undefined} aria-hidden="true" />
            Try again
          </Button>
          <Button asChild>
            <Link href="/">Go to App</Link>
          </Button>
        </div>
      </EmptyState>
    </Card>
  );
}
