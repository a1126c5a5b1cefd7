import { useSyncExternalStore } from 'react';
import type { Phase } from './recorder-state.ts';

/** Tells the rest of the application that a recording is in progress. */
export interface RecordingSignal {
  phase: Phase;
  elapsedMs: () => number;
}

let signal: RecordingSignal | null = null;
const watchers = new Set<() => void>();

export function setRecordingSignal(next: RecordingSignal | null): void {
  if (next === signal || (next && signal && next.phase === signal.phase)) return;
  signal = next;
  for (const notify of watchers) notify();
}

export function isRecording(): boolean {
  return signal !== null;
}

export function useRecordingSignal(): RecordingSignal | null {
  return useSyncExternalStore(watch, () => signal);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
