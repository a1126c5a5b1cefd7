import { RecordingId } from '#contract/ids.ts';
import { randomId } from '#web/lib/random-id.ts';
import { claim } from '#web/lib/window-lock.ts';
import { forgetPieces, isUnfinished, postRecording, putPiece } from './calls.ts';
import { lockName, pieceStore } from './kept-recordings.ts';
import { createLiveTextSession } from './live-text/live-text-session.ts';
import { startCapture } from './microphone.ts';
import { createRecorder } from './recorder.ts';
import type { Recorder } from './recorder-parts.ts';
import { isGoingOn, isPageNeeded } from './recorder-state.ts';
import { setRecordingSignal } from './recording-signal.ts';
import { keepAwake } from './wake-lock.ts';

let recorder: Recorder | undefined;

/** The recorder of this page, with the browser and the server behind it. */
export function pageRecorder(): Recorder {
  recorder ??= watched(
    createRecorder({
      store: pieceStore(),
      startCapture,
      put: putPiece,
      post: postRecording,
      isUnfinished,
      forgetPieces,
      rest: untilOnline,
      claim: (id) => claim(lockName(id)),
      newId: () => RecordingId.parse(randomId()),
      now: () => performance.now(),
      liveText: createLiveTextSession(),
    }),
  );
  return recorder;
}

/** Lets the page know what the recorder does: it asks before being left, and shows on every screen that a recording is in progress. */
function watched(fresh: Recorder): Recorder {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  fresh.subscribe(() => {
    const state = fresh.getState();
    const { phase } = state;
    if (isPageNeeded(state)) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
    setRecordingSignal(isGoingOn(phase) ? { phase, elapsedMs: fresh.elapsedMs } : null);
    // So that the browser does not clear the storage when the disk runs low. Requested at the first recording, when the reason is obvious.
    if (phase === 'recording') askToPersist();
    // If the screen turned off meanwhile, an interrupted recording would not go on.
    keepAwake(phase === 'recording' || phase === 'interrupted');
  });
  return fresh;
}

let isAsked = false;

function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  navigator.storage?.persist?.().catch(() => undefined);
}

/** Waits this many milliseconds, or until the connection is back. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), { once: true, signal });
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
