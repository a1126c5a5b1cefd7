import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { isUnauthorized } from '#web/lib/api.ts';
import { useAbortOnLeave, useLeaveWarning } from '#web/lib/leaving.ts';
import { OFFLINE } from '#web/lib/offline.ts';
import { NETWORK_ERROR } from '#web/lib/send-upload.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { checkFile } from './check-file.ts';
import { runUpload, type UploadOptions, uploadFailure } from './run-upload.ts';
import type { UploadStep } from './upload-progress.ts';

export type UploadState =
  | { phase: 'empty'; problem: string | null }
  | { phase: 'selected'; file: File }
  | { phase: 'uploading'; file: File; percent: number; step: UploadStep };

export interface UploadOutcome {
  onStart: () => void;
  /** Called one second after completion. */
  onUploaded: (id: TranscriptId) => void;
  onFailed: (message: string) => void;
}

const DONE_SHOWN_MS = 1000;

/** One upload: selected, uploading, done. After a failure the file stays selected. */
export function useUpload({ onStart, onUploaded, onFailed }: UploadOutcome) {
  const [state, setState] = useState<UploadState>({ phase: 'empty', problem: null });
  const running = useRef<AbortController | null>(null);
  const queryClient = useQueryClient();
  useLeaveWarning(state.phase === 'uploading');
  useAbortOnLeave(running);

  function select(file: File | undefined) {
    if (!file) return;
    const problem = checkFile(file);
    setState(problem ? { phase: 'empty', problem } : { phase: 'selected', file });
  }

  async function start(file: File, options: UploadOptions) {
    const controller = new AbortController();
    running.current = controller;
    onStart();
    try {
      const id = await runUpload({
        file,
        options,
        signal: controller.signal,
        onProgress: (percent, step) => setState({ phase: 'uploading', file, percent, step }),
      });
      void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
      setTimeout(() => {
        setState({ phase: 'empty', problem: null });
        onUploaded(id);
      }, DONE_SHOWN_MS);
    } catch (error) {
      setState({ phase: 'selected', file });
      if (!controller.signal.aborted) fail(error);
    }
  }

  function fail(error: unknown) {
    const failure = uploadFailure(error);
    const isOffline = !navigator.onLine && failure === NETWORK_ERROR;
    const message = isOffline
      ? `${failure}. ${OFFLINE} Your file is still selected: start again once you are back online.`
      : failure;
    toast({ title: 'Upload Failed', description: message, variant: 'destructive' });
    onFailed(`Upload failed: ${message}`);
    // Lets the page notice that the session has ended.
    if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
  }

  return {
    state,
    select,
    start,
    cancel: () => running.current?.abort(new DOMException('The upload was cancelled.', 'AbortError')),
    clear: () => setState({ phase: 'empty', problem: null }),
  };
}
