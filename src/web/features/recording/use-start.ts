import { toast } from '#web/ui/toast-store.ts';
import type { Recorder } from './recorder-parts.ts';

/** Starts to record; tells when the microphone cannot be had. */
export function useStart(recorder: Recorder) {
  return async (options: Parameters<Recorder['start']>[0]): Promise<void> => {
    await recorder.start(options);
    const { problem } = recorder.getState();
    if (problem) toast({ title: 'Recording Failed', description: problem, variant: 'destructive' });
  };
}
