import { useSyncExternalStore } from 'react';

/** That a recording is going on, for the rest of the application, which need not know more. */
export interface RecordingSignal {
  isPaused: boolean;
  elapsedMs: () => number;
}

let signal: RecordingSignal | null = null;
const watchers = new Set<() => void>();

export function tellSignal(next: RecordingSignal | null): void {
  if (next === signal || (next && signal && next.isPaused === signal.isPaused)) return;
  signal = next;
  for (const notify of watchers) notify();
}

export function useRecordingSignal(): RecordingSignal | null {
  return useSyncExternalStore(watch, () => signal);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
