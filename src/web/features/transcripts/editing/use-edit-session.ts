import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { type EditSession, editSessionOf } from './edit-session.ts';

/** The editing session of a transcript, and its state. */
export function useEditSession(id: TranscriptId) {
  const queryClient = useQueryClient();
  const session = useMemo(() => editSessionOf(queryClient, id), [queryClient, id]);
  useEffect(() => session.start(), [session]);
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  return { session, snapshot };
}

/** Whether something written here is not saved yet, or cannot be saved. */
export function useHasUnsaved(id: TranscriptId): boolean {
  // Looked up each time: the text starts a new session after it has been unmounted.
  const session = editSessionOf(useQueryClient(), id);
  return useSyncExternalStore(session.subscribe, () => session.snapshot().pending.length > 0);
}

/** The segment whose row is being edited here, once the server knows it; null if none is. */
export function useWritingIn(id: TranscriptId): number | null {
  const session = editSessionOf(useQueryClient(), id);
  return useSyncExternalStore(session.subscribe, () => {
    const segmentId = session.writingIn();
    return segmentId !== null && segmentId > 0 ? segmentId : null;
  });
}

/** The current text of a row, saved or not; rendered again only when it changes. */
export function useRowText(session: EditSession, segmentId: number): string {
  return useSyncExternalStore(session.subscribe, () => session.textOf(segmentId));
}
