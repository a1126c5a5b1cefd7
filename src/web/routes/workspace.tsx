import { useQuery } from '@tanstack/react-query';
import { ArrowDown, BookOpenText, CircleAlert, Mic, Plus, Podcast, SquarePlay, Upload } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { TranscriptId } from '#contract/ids.ts';
import { userQuery } from '#web/features/auth/data.ts';
import { keptQuery } from '#web/features/recording/kept-recordings.ts';
import { isRecording } from '#web/features/recording/recording-signal.ts';
import { SearchPanel } from '#web/features/search/search-panel.tsx';
import { HistoryList } from '#web/features/transcripts/history-list.tsx';
import { RunningJobs } from '#web/features/transcripts/running-jobs.tsx';
import { TranscriptView } from '#web/features/transcripts/transcript-view.tsx';
import { QueueBar } from '#web/features/uploads/queue/queue-bar.tsx';
import { UploadPanel } from '#web/features/uploads/upload-panel.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { focusQuietly, isTyping } from '#web/lib/focus.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { transcriptPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { type Tab, TabBadge, TabStrip } from '#web/ui/tabs.tsx';
import { NoTranscript } from './no-transcript.tsx';
import { TranscriptReading } from './transcript-reading.tsx';
import { RECORDING_TAB, UPLOAD_TAB, useInputTab } from './use-input-tab.ts';
import { useSelection } from './use-selection.ts';

const PodcastPanel = lazily(
  async () => (await import('#web/features/podcasts/podcast-panel.tsx')).PodcastPanel,
  <Skeleton className="h-11" />,
);
const VideoTab = lazily(
  async () => (await import('./video-tab.tsx')).VideoTab,
  <Skeleton className="h-11" />,
);
const RecordingPanel = lazily(
  async () => (await import('#web/features/recording/recording-panel.tsx')).RecordingPanel,
  <Skeleton className="h-48" />,
);

export function WorkspacePage() {
  useDocumentTitle(null);
  const { id, startAt, select } = useSelection();
  const [tab, setTab] = useInputTab();
  const { data: user } = useQuery(userQuery);
  const kept = useKeptCount(user?.id);
  const [problem, setProblem] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLDivElement>(null);
  const [wantsInput, setWantsInput] = useState(false);
  const [arrivals, setArrivals] = useState(0);
  useBroughtIntoView(result, arrivals);
  const isInputOpen = id === null || wantsInput;

  function show(next: TranscriptId, from: number | null = null) {
    select(next, from);
    // An upload or a recording in progress stays in sight.
    setWantsInput(isRecording() || Boolean(input.current?.querySelector('[role="progressbar"]')));
    if (from === null) setArrivals((count) => count + 1);
    if (!isTyping()) focusQuietly(result.current);
  }

  function clear() {
    select(null);
    focusQuietly(result.current);
  }

  function dismiss() {
    setProblem(null);
    focusQuietly(result.current);
  }

  const waiting = { count: kept, text: kept === 1 ? 'waits' : 'wait' };
  const inputs: readonly [Tab, ...Tab[]] = [
    {
      id: 'podcasts',
      label: 'Podcast Search',
      isKept: true,
      icon: <Podcast aria-hidden="true" />,
      content: <PodcastPanel onStart={() => setProblem(null)} onTranscribed={show} onFailed={setProblem} />,
    },
    {
      id: 'youtube',
      label: 'YouTube Search',
      isKept: true,
      icon: <SquarePlay aria-hidden="true" />,
      content: <VideoTab onStart={() => setProblem(null)} onTranscribing={show} onFailed={setProblem} />,
    },
    {
      id: UPLOAD_TAB,
      label: 'File Upload',
      isKept: true,
      icon: <Upload aria-hidden="true" />,
      content: (
        <UploadPanel
          onStart={() => setProblem(null)}
          onUploaded={show}
          onFailed={setProblem}
          onDropped={() => setWantsInput(true)}
        />
      ),
    },
    {
      id: RECORDING_TAB,
      label: 'Live Recording',
      icon: <Mic aria-hidden="true" />,
      ...(kept > 0 ? { badge: waiting } : {}),
      content: user && <RecordingPanel userId={user.id} onTranscribed={show} />,
    },
  ];

  return (
    <div
      className={classNames('mx-auto max-w-7xl px-4 sm:px-6', id === null ? 'pt-8 sm:pt-10' : 'pt-2 sm:pt-3')}
    >
      <div className="flex items-center justify-between gap-x-2">
        <h1
          className={
            id === null
              ? 'text-2xl font-semibold sm:text-3xl'
              : 'truncate font-semibold max-sm:sr-only sm:text-xl'
          }
        >
          Turn Any Conversation Into Text
        </h1>
        {id !== null && (
          <Button asChild variant="ghost" size="sm" className="ml-auto lg:hidden">
            <a href="#lists">
              <ArrowDown aria-hidden="true" />
              Search and history
            </a>
          </Button>
        )}
        {id !== null && (
          <Button
            variant={wantsInput ? 'secondary' : 'outline'}
            size="sm"
            aria-expanded={wantsInput}
            onClick={() => setWantsInput(!wantsInput)}
          >
            <Plus aria-hidden="true" />
            New transcript
            {kept > 0 && <TabBadge {...waiting} />}
          </Button>
        )}
      </div>
      {(!isInputOpen || tab !== UPLOAD_TAB) && (
        <QueueBar>
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              setTab(UPLOAD_TAB);
              setWantsInput(true);
              // The queue's heading, as soon as it is in sight.
              setTimeout(() => focusQuietly(document.getElementById('upload-queue') ?? result.current));
            }}
          >
            Show queue
          </Button>
        </QueueBar>
      )}
      <Card
        ref={input}
        aria-label="New transcript"
        hidden={!isInputOpen}
        className={classNames('p-5 sm:p-6', id === null ? 'mt-6' : 'mt-3')}
      >
        <Later isWanted={isInputOpen}>
          <TabStrip tabs={inputs} label="Where the recording comes from" current={tab} onChange={setTab} />
        </Later>
      </Card>
      <div
        className={classNames('grid items-start gap-6 lg:grid-cols-3', id === null ? 'mt-6' : 'mt-2 sm:mt-3')}
      >
        {/* Takes the focus when a transcript is opened or deleted, so that the keyboard continues from there. */}
        <section
          ref={result}
          tabIndex={-1}
          aria-label="Selected transcript"
          // On narrow screens, the lists begin below the screen, so that a transcript that arrives does not push them down in sight.
          className={classNames(
            'min-w-0 scroll-mt-4 space-y-2 outline-none lg:col-span-2',
            id !== null && 'max-lg:min-h-dvh',
          )}
        >
          {problem && <ProblemCard problem={problem} onDismiss={dismiss} />}
          <RunningJobs except={id} onShow={show} />
          {id === null ? (
            <NoTranscript onOpen={show} />
          ) : (
            <TranscriptView
              key={id}
              id={id}
              onDeleted={clear}
              action={
                <Button asChild variant="outline" size="sm">
                  <Link href={transcriptPath(id)}>
                    <BookOpenText aria-hidden="true" />
                    <span>Open</span>
                  </Link>
                </Button>
              }
              onJump={(seconds) => show(id, seconds)}
              renderReading={(transcript) => (
                <TranscriptReading
                  transcript={transcript}
                  startAt={startAt}
                  reveal
                  onJump={(seconds) => show(id, seconds)}
                />
              )}
            />
          )}
        </section>
        {/* On narrow screens, the lists come first while no transcript is open. */}
        <div
          id="lists"
          className={classNames('min-w-0 scroll-mt-4 space-y-6', id === null && 'max-lg:-order-1')}
        >
          <Later isWanted={id === null}>
            <SearchPanel onOpen={show} />
            <HistoryList selected={id} onSelect={show} />
          </Later>
        </div>
      </div>
    </div>
  );
}

/** Where the result is beside the lists and not above them: from the width of `lg:`. */
const BESIDE_THE_LISTS = '(min-width: 64rem)';

/** Scrolls to the beginning of the result each time something arrives there: on narrow screens, what it was chosen or made in is above or below it. */
function useBroughtIntoView(result: RefObject<HTMLElement | null>, arrivals: number): void {
  // After the page is laid out anew, since the form above the result may have closed.
  useLayoutEffect(() => {
    const top = result.current?.getBoundingClientRect().top ?? 0;
    const isInView = top >= 0 && top < innerHeight && matchMedia(BESIDE_THE_LISTS).matches;
    if (arrivals > 0 && !isInView) result.current?.scrollIntoView();
  }, [result, arrivals]);
}

/** The number of recordings that wait to be transcribed. */
function useKeptCount(userId: number | undefined): number {
  const { data } = useQuery({ ...keptQuery(userId ?? 0), enabled: userId !== undefined });
  return data?.waiting.length ?? 0;
}

function ProblemCard({ problem, onDismiss }: { problem: string; onDismiss: () => void }) {
  return (
    <div role="alert" className="surface-card flex items-start gap-3 p-5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">Processing Error</h2>
        <p className="mt-0.5 text-sm wrap-anywhere text-quiet">{problem}</p>
      </div>
      <Button variant="outline" size="sm" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}
