import type { RecordingId } from '#contract/ids.ts';
import { logProblem } from '#web/lib/log.ts';
import type { KeptRecording, PieceStore } from './piece-store.ts';

interface ThrowAwayDeps {
  store: PieceStore;
  forgetPieces: (id: RecordingId) => Promise<void>;
}

/** Removes a recording here and on the server; if the server cannot be reached, on the next visit. */
export async function throwAway(
  { store, forgetPieces }: ThrowAwayDeps,
  recording: KeptRecording,
  wasSent: boolean,
): Promise<void> {
  try {
    await store.removeSlices(recording.id);
    if (wasSent) {
      await store.putRecording({ ...recording, isDiscarded: true });
      await forgetPieces(recording.serverId);
    }
    await store.remove(recording.id);
  } catch (error) {
    logProblem('The discarded recording has not been deleted everywhere yet.', error);
  }
}
