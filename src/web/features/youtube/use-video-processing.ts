import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { SpeechChoice } from '#contract/speech-engines.ts';
import { ApiError, isUnauthorized } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { transcribeVideoMutation } from './data.ts';
import { afterTick, type ShownProgress, START, TICK_MS, type VideoJob, withJob } from './progress.ts';

export interface VideoOutcome {
  /** The state of the last transcript passed to `onTranscribing`. */
  job: VideoJob | null;
  onStart: () => void;
  /** Called once the video has a transcript, which is being written. */
  onTranscribing: (id: TranscriptId) => void;
  /** Called when the transcript is complete or has failed, and `job` is no longer needed. */
  onEnded: () => void;
  onFailed: (message: string) => void;
}

const DONE_SHOWN_MS = 1000;

/** Processes one video at a time, and gives its progress, or null if there is none. */
export function useVideoProcessing({ job, ...outcome }: VideoOutcome, onDone: () => void) {
  const queryClient = useQueryClient();
  const mutation = useMutation(transcribeVideoMutation);
  const [shown, setShown] = useState<ShownProgress | null>(null);
  // A second click may come before the first one is rendered.
  const isRunning = useRef(false);

  if (shown && job) {
    const known = withJob(shown, job);
    if (known.percent !== shown.percent || known.step !== shown.step) setShown(known);
  }
  useTicks(shown !== null && job === null, () => setShown((before) => before && afterTick(before)));
  useEnd(job?.status ?? null, {
    onCompleted: () => {
      stop();
      onDone();
    },
    onFailed: () => {
      stop();
      if (job?.status === 'failed' && job.failure !== null) reportFailure(job.failure);
    },
  });

  function stop() {
    isRunning.current = false;
    setShown(null);
    outcome.onEnded();
  }

  function reportFailure(failure: string) {
    toast({ title: 'Processing Failed', description: failure, variant: 'destructive' });
    outcome.onFailed(`Video processing failed: ${failure}`);
  }

  function start(video: { url: string; enhancedMode: boolean; engine: SpeechChoice }) {
    if (isRunning.current) return;
    isRunning.current = true;
    outcome.onStart();
    setShown(START);
    mutation.mutate(video, {
      onSuccess: ({ transcriptId }) => outcome.onTranscribing(transcriptId),
      onError: (error) => {
        stop();
        reportFailure(
          (error instanceof ApiError ? error.userMessage : null) ?? 'The server could not be reached.',
        );
        if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
      },
    });
  }

  return { shown, start };
}

function useTicks(isOn: boolean, onTick: () => void): void {
  const handleTick = useEffectEvent(onTick);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => handleTick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}

/** Calls back when the job has ended; after a success with a short delay, so that the full bar can be seen. */
function useEnd(
  status: VideoJob['status'] | null,
  outcome: { onCompleted: () => void; onFailed: () => void },
): void {
  const handleCompleted = useEffectEvent(outcome.onCompleted);
  const handleFailed = useEffectEvent(outcome.onFailed);
  useEffect(() => {
    if (status === 'failed' || status === 'gone') handleFailed();
    if (status !== 'completed') return;
    const timer = setTimeout(() => handleCompleted(), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [status]);
}
