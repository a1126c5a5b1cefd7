import { useMutation } from '@tanstack/react-query';
import { RefreshCw, TriangleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { cutTextBefore } from '#contract/cut-text.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { StatusBadge } from '#web/badges/status-badge.tsx';
import { languageProps } from '#web/lib/language-props.ts';
import { useStickToEnd } from '#web/lib/use-stick-to-end.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Notice } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { cancelMutation } from './data.ts';
import { percentText, shownPercent, stageText } from './stage-text.ts';

interface ProcessingViewProps {
  transcript: Transcript;
  onRefresh: () => void;
  refreshing: boolean;
}

/** A transcript in progress: its percentage, and the text so far. */
export function ProcessingView({ transcript, onRefresh, refreshing }: ProcessingViewProps) {
  const cancel = useMutation(cancelMutation);
  return (
    <Card aria-labelledby="processing-title" className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Spinner className="mt-1 size-6 shrink-0 text-brand-ink" />
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="processing-title" className="text-xl font-semibold">
            Processing Transcript...
          </h2>
          <p dir="auto" className="mt-0.5 wrap-anywhere">
            {transcript.title}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-quiet">
            <span>ID: {transcript.id}</span>
            <span className="sr-only">Status:</span>
            <StatusBadge status={transcript.status} />
          </p>
        </div>
        <div className="flex gap-2">
          <Button variant="outline" size="sm" onClick={onRefresh} isIdle={refreshing}>
            <RefreshCw className={refreshing ? 'animate-spin' : undefined} aria-hidden="true" />
            Refresh
          </Button>
          {transcript.abilities.own && (
            <Button
              variant="ghost"
              size="sm"
              isIdle={cancel.isPending}
              onClick={() =>
                cancel.mutate(transcript.id, {
                  onError: () =>
                    toast({
                      title: 'Error',
                      description: 'The transcription could not be cancelled.',
                      variant: 'destructive',
                    }),
                })
              }
            >
              <X aria-hidden="true" />
              Cancel
            </Button>
          )}
        </div>
      </div>
      <div className="mt-5">
        <Progress percent={shownPercent(transcript)} label="Transcription progress" />
        <p role="status" className="mt-2 flex justify-between gap-4 text-sm text-quiet tabular-nums">
          <span>{stageText(transcript)}</span>
          <span aria-hidden="true">{percentText(transcript)}</span>
        </p>
      </div>
      {transcript.doubtful && (
        <div className="mt-5">
          <Notice tone="warn" icon={<TriangleAlert />}>
            <strong className="font-semibold">The text so far makes little sense.</strong>{' '}
            {SPEECH_ENGINES[transcript.runEngine ?? 'local'].doubt}
            {transcript.abilities.own && ' You can cancel now, and choose another engine.'}
          </Notice>
        </div>
      )}
      {transcript.transcript !== '' && (
        <TextSoFar text={transcript.transcript} language={transcript.language} />
      )}
    </Card>
  );
}

/** The newest text is last, and in view unless the reader has scrolled up. */
function TextSoFar({ text, language }: { text: string; language: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useStickToEnd(box, text, null);
  return (
    <section aria-label="Text so far" className="mt-5 border-t pt-5">
      <h3 className="text-sm font-semibold">Text so far</h3>
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        className="mt-2 max-h-40 overflow-y-auto sm:max-h-64 rounded-lg text-quiet"
      >
        <p {...languageProps(text, language)} className="whitespace-pre-line">
          {endOf(text)}
        </p>
      </div>
    </section>
  );
}

const SHOWN_CHARACTERS = 5000;

/** The end of the text so far, because hours of text must not be rendered again with each sentence. */
function endOf(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  const tail = cutTextBefore(text, SHOWN_CHARACTERS);
  return `… ${tail.slice(tail.indexOf(' ') + 1)}`;
}
