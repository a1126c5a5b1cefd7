import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { isUnauthorized } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { uploadProblem } from './calls.ts';
import type { Recorder } from './recorder-parts.ts';

export interface TranscribeFailure {
  /** The recording that could not be sent. */
  recordingId: RecordingId | undefined;
  message: string;
  more: string | null;
}

/** Sends the current recording, then shows its transcript unless the user has navigated elsewhere in the meantime. */
export function useTranscribe(recorder: Recorder, onTranscribed: (id: TranscriptId) => void) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<TranscribeFailure | null>(null);
  const isHere = useIsHere();

  async function transcribe(options: TranscriptionOptions): Promise<void> {
    setFailure(null);
    const recordingId = recorder.getState().recording?.id;
    try {
      const id = await recorder.transcribe(options);
      if (id === null) return;
      void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
      if (isHere.current) onTranscribed(id);
      else toast({ title: 'Your recording is being transcribed' });
    } catch (error) {
      const problem = uploadProblem(error);
      toast({ title: 'Upload Failed', description: problem.message, variant: 'destructive' });
      setFailure({ ...problem, recordingId });
      // Lets the page notice that the session has ended.
      if (isUnauthorized(error)) void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
    }
  }

  return { failure, transcribe };
}

function useIsHere(): React.RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
