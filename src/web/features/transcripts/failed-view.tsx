import { useMutation } from '@tanstack/react-query';
import { AudioLines, CircleAlert, CircleSlash, RotateCcw } from 'lucide-react';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import type { SourceType, Transcript } from '#contract/transcripts.ts';
import { SourceBadge } from '#web/badges/source-badge.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { useEngines } from '#web/speech/data.ts';
import { otherEngines } from '#web/speech/engine-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { retryMutation } from './data.ts';
import { DeleteButton } from './delete-button.tsx';

const FETCHED_HINT = 'If this was a podcast, use Podcast Search instead of pasting RSS feed URLs.';

/** What may work instead, by source. Uploads and recordings have no address that may be wrong. */
const HINTS: Readonly<Record<SourceType, string | null>> = {
  podcast: FETCHED_HINT,
  youtube: FETCHED_HINT,
  upload: 'If this was an episode of a podcast, Podcast Search can fetch it for you.',
  recording: null,
};

/** A failed transcription, with the reason and what to do next. */
export function FailedView({ transcript, onDeleted }: { transcript: Transcript; onDeleted: () => void }) {
  const retry = useMutation({
    ...retryMutation,
    onError: () =>
      toast({
        title: 'Error',
        description: 'The transcription could not be started again.',
        variant: 'destructive',
      }),
  });
  const others = otherEngines(useEngines(), transcript);
  const going = retry.isPending ? retry.variables.engine : undefined;
  const hint = HINTS[transcript.sourceType];
  const isCancelled = transcript.errorCode === 'cancelled';
  return (
    <Card aria-labelledby="failed-title" className="p-6 sm:p-8">
      <div className="flex gap-4">
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-11 shrink-0 place-items-center rounded-2xl [&_svg]:size-6',
            isCancelled ? 'bg-sunken text-quiet' : 'bg-danger-soft text-danger-ink',
          )}
        >
          {isCancelled ? <CircleSlash /> : <CircleAlert />}
        </span>
        <div className="min-w-0">
          <h2 id="failed-title" className="text-xl font-semibold">
            {isCancelled ? 'Transcription Cancelled' : 'Transcription Failed'}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-quiet">
            <span dir="auto" className="wrap-anywhere">
              {transcript.title}
            </span>
            <SourceBadge source={transcript.sourceType} />
          </p>
          <p className="mt-4 wrap-anywhere">
            {transcript.errorMessage || 'An error occurred during transcription.'}
          </p>
          {!isCancelled && hint !== null && <p className="mt-2 text-sm text-quiet">{hint}</p>}
          {transcript.abilities.own && (
            <div className="mt-6 flex flex-wrap gap-2">
              <Button size="sm" isIdle={retry.isPending} onClick={() => retry.mutate({ id: transcript.id })}>
                {retry.isPending && going === undefined ? <Spinner /> : <RotateCcw aria-hidden="true" />}
                Try again
              </Button>
              {others.map(({ name }) => (
                <Button
                  key={name}
                  size="sm"
                  variant="outline"
                  isIdle={retry.isPending}
                  onClick={() => retry.mutate({ id: transcript.id, engine: name })}
                >
                  {going === name ? <Spinner /> : <AudioLines aria-hidden="true" />}
                  Retry with {SPEECH_ENGINES[name].name}
                </Button>
              ))}
              <DeleteButton transcript={transcript} onDeleted={onDeleted} />
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}
