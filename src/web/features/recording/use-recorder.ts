import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  fromElsewhere,
  isLeftElsewhere,
  KEPT_KEY,
  keptQuery,
  unfinishedQuery,
  type WaitingRecording,
} from './kept-recordings.ts';
import { pageRecorder } from './page-recorder.ts';
import type { Phase } from './recorder-state.ts';

/** The page's recorder and its state. A recording by a user who has signed out is closed. */
export function useRecorder(userId: number) {
  const recorder = pageRecorder();
  const state = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const owner = state.recording?.userId ?? userId;
  useEffect(() => {
    if (owner === userId) return;
    recorder.stop();
    return recorder.subscribe(() => void recorder.close());
  }, [recorder, owner, userId]);
  return { recorder, state };
}

/** Recordings waiting to be transcribed, without the current one, newest first. */
export function useWaitingRecordings(userId: number): readonly WaitingRecording[] {
  const recorder = pageRecorder();
  const atHand = useSyncExternalStore(recorder.subscribe, () => recorder.getState().recording);
  const kept = useQuery(keptQuery(userId));
  const unfinished = useQuery(unfinishedQuery);
  useAskAnew(atHand?.id);
  if (kept.isPending) return [];
  const known = [...(kept.data?.known ?? []), ...(atHand ? [atHand.serverId] : [])];
  const elsewhere = (unfinished.data ?? [])
    .filter((each) => isLeftElsewhere(each, known, unfinished.dataUpdatedAt))
    .map((each) => fromElsewhere(each, userId));
  return [...(kept.data?.waiting ?? []), ...elsewhere]
    .filter((each) => each.kept.id !== atHand?.id)
    .toSorted((a, b) => b.kept.startedAt - a.kept.startedAt);
}

/** The list depends on which recording is current. */
function useAskAnew(id: string | undefined): void {
  const queryClient = useQueryClient();
  const [before, setBefore] = useState(id);
  useEffect(() => {
    if (before === id) return;
    setBefore(id);
    void queryClient.invalidateQueries({ queryKey: KEPT_KEY });
  }, [before, id, queryClient]);
}

/** Microphones by name, without the browser's aliases. Read again in each phase, because names are known only once a microphone has been allowed. */
export function useMicrophones(phase: Phase): readonly { id: string; label: string }[] {
  const [microphones, setMicrophones] = useState<readonly { id: string; label: string }[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (!mediaDevices) return;
    const look = () => {
      mediaDevices.enumerateDevices().then(
        (devices) =>
          setMicrophones(
            devices
              .filter(({ kind, deviceId }) => kind === 'audioinput' && !ALIASES.includes(deviceId))
              .map(({ deviceId, label }) => ({ id: deviceId, label: label || 'Microphone' })),
          ),
        () => undefined,
      );
    };
    look();
    mediaDevices.addEventListener('devicechange', look);
    return () => mediaDevices.removeEventListener('devicechange', look);
  }, [phase]);
  return microphones;
}

const ALIASES = ['', 'default', 'communications'];
