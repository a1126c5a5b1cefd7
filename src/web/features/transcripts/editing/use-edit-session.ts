import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { type EditSession, editSessionOf } from './edit-session.ts';

/** The session in which a transcript is edited, and how it stands. */
export function useEditSession(id: TranscriptId) {
  const queryClient = useQueryClient();
  const session = useMemo(() => editSessionOf(queryClient, id), [queryClient, id]);
  useEffect(() => session.start(), [session]);
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  return { session, snapshot };
}

/** Whether something that was written here is not saved yet, or cannot be. */
export function useHasUnsaved(id: TranscriptId): boolean {
  // Each time: the text begins another session when it was away.
  const session = editSessionOf(useQueryClient(), id);
  return useSyncExternalStore(session.subscribe, () => session.snapshot().pending.length > 0);
}

/** What stands in a row now, saved or not; drawn anew only when it changes. */
export function useRowText(session: EditSession, segmentId: number): string {
  return useSyncExternalStore(session.subscribe, () => session.textOf(segmentId));
}
