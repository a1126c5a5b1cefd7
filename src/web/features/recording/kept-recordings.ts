import { queryOptions } from '@tanstack/react-query';
import type { RecordingId } from '#contract/ids.ts';
import { listRecordings, type UnfinishedRecording } from '#contract/recordings.ts';
import { call } from '#web/lib/api.ts';
import { heldNames } from '#web/lib/window-lock.ts';
import { forgetPieces } from './calls.ts';
import { type KeptRecording, openPieceStore, type PieceStore } from './piece-store.ts';
import { throwAway } from './throw-away.ts';

/** A recording waiting to be transcribed. */
export interface WaitingRecording {
  kept: KeptRecording;
  elapsedMs: number | null;
  sizeBytes: number;
  /** Only the server has it: it was made in another browser. */
  isElsewhere: boolean;
}

export const KEPT_KEY = ['recordings'] as const;

/** A recording that grew within this time may be in progress in another browser, which sends a piece every few seconds. */
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

/** A person's recordings in this browser that no window is using, newest first, and the ids of all of them, so that none is offered twice. */
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
    // They are stored in this browser and can be listed without a network.
    networkMode: 'always',
    // Another window may have recorded in the meantime.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** The recordings on the server that have not been transcribed. */
export const unfinishedQuery = queryOptions({
  queryKey: [...KEPT_KEY, 'unfinished'],
  queryFn: async ({ signal }) => (await call(listRecordings, { signal })).recordings,
  refetchOnWindowFocus: true,
});

/** A recording that only the server has, in the form of the others. */
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

/** Whether it can be offered: it is not empty, this browser does not have it, and it does not seem to be in progress. */
export function isLeftElsewhere(
  { id, pieces, changedAt }: UnfinishedRecording,
  known: readonly RecordingId[],
  now: number,
): boolean {
  return pieces > 0 && !known.includes(id) && now - Date.parse(changedAt) > GOING_ON_MS;
}
