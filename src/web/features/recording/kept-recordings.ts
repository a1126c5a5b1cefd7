import { queryOptions } from '@tanstack/react-query';
import type { RecordingId } from '#contract/ids.ts';
import { listRecordings, type UnfinishedRecording } from '#contract/recordings.ts';
import { call } from '#web/lib/api.ts';
import { heldNames } from '#web/lib/window-lock.ts';
import { forgetPieces } from './calls.ts';
import { type KeptRecording, openPieceStore, type PieceStore } from './piece-store.ts';
import { throwAway } from './throw-away.ts';

/** A recording that waits to be transcribed. */
export interface WaitingRecording {
  kept: KeptRecording;
  elapsedMs: number | null;
  sizeBytes: number;
  /** Only the server has it: it was made in another browser. */
  isElsewhere: boolean;
}

export const KEPT_KEY = ['recordings'] as const;

/** One that grew within this time may be going on in another browser; its pieces come every few seconds. */
const GOING_ON_MS = 2 * 60_000;

let store: PieceStore | undefined;

/** The database of this browser's recordings. */
export function pieceStore(): PieceStore {
  store ??= openPieceStore();
  return store;
}

export function lockName(id: RecordingId): string {
  return `tapescript-recording:${id}`;
}

/** What this browser keeps of a person and no window is busy with, newest first; all that is known, so that nothing of it is offered twice. */
export const keptQuery = (userId: number) =>
  queryOptions({
    queryKey: [...KEPT_KEY, 'kept', userId],
    queryFn: async () => {
      const all = (await pieceStore().listRecordings()).filter((each) => each.userId === userId);
      const held = await heldNames();
      const waiting: WaitingRecording[] = [];
      for (const kept of all.toSorted((a, b) => b.startedAt - a.startedAt)) {
        if (held.has(lockName(kept.id))) continue;
        const last = await pieceStore().lastSlice(kept.id);
        if (kept.isDiscarded || !last) {
          void throwAway({ store: pieceStore(), forgetPieces }, kept, kept.isDiscarded);
          continue;
        }
        const { elapsedMs, totalBytes } = last;
        waiting.push({ kept, elapsedMs, sizeBytes: totalBytes, isElsewhere: false });
      }
      return { waiting, known: all.map(({ serverId }) => serverId) };
    },
    // They lie in this browser, and can be seen without a network as well.
    networkMode: 'always',
    // Another window may have recorded meanwhile.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** What the server has of recordings that were not transcribed. */
export const unfinishedQuery = queryOptions({
  queryKey: [...KEPT_KEY, 'unfinished'],
  queryFn: async ({ signal }) => (await call(listRecordings, { signal })).recordings,
  refetchOnWindowFocus: true,
});

/** One that only the server has, in the form of the others. */
export function fromElsewhere(recording: UnfinishedRecording, userId: number): WaitingRecording {
  const { id, createdAt, pieces, sizeBytes } = recording;
  const kept: KeptRecording = {
    id,
    userId,
    startedAt: Date.parse(createdAt),
    mimeType: 'audio/webm',
    serverId: id,
    sentPieces: pieces,
    sentSlices: 0,
    wasAsked: false,
    isDiscarded: false,
  };
  return { kept, elapsedMs: null, sizeBytes, isElsewhere: true };
}

/** Whether it can be offered: there is something of it, this browser does not have it, and it does not seem to be going on. */
export function isLeftElsewhere(
  { id, pieces, changedAt }: UnfinishedRecording,
  known: readonly RecordingId[],
  now: number,
): boolean {
  return pieces > 0 && !known.includes(id) && now - Date.parse(changedAt) > GOING_ON_MS;
}
