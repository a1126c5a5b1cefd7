import { toast } from '#web/ui/toast-store.ts';
import type { Recorder } from './recorder-parts.ts';

/** Starts recording; reports it if the microphone is not available. */
export function useStart(recorder: Recorder) {
  return async (options: Parameters<Recorder['start']>[0]): Promise<void> => {
    await recorder.start(options);
    const { problem } = recorder.getState();
    if (problem) toast({ title: 'Recording Failed', description: problem, variant: 'destructive' });
  };
}
