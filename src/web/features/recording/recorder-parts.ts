import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import type { PostRecording } from './calls.ts';
import type { LevelHistory } from './level-history.ts';
import type { LiveTextSession } from './live-text/live-text-session.ts';
import type { StartCapture } from './microphone.ts';
import type { SenderOptions } from './piece-sender.ts';
import type { KeptRecording, PieceStore } from './piece-store.ts';
import type { RecorderState } from './recorder-state.ts';

/** What the recorder needs of the browser and of the server; tests hand in something smaller. */
export interface RecorderDeps {
  store: PieceStore;
  startCapture: StartCapture;
  put: (at: { id: RecordingId; position: number }, bytes: Blob, signal: AbortSignal) => Promise<void>;
  post: (post: PostRecording) => Promise<TranscriptId>;
  isUnfinished: (id: RecordingId) => Promise<boolean>;
  forgetPieces: (id: RecordingId) => Promise<void>;
  rest: SenderOptions['rest'];
  /** Tells other windows that this one has the recording; the answer lets go of it. */
  claim: (id: RecordingId) => () => void;
  newId: () => RecordingId;
  /** Milliseconds of a clock that is never set back. */
  now: () => number;
  liveText: LiveTextSession;
}

/** The one recorder of the page. It lives outside the components: no change of the screen ends a recording. */
export interface Recorder {
  getState: () => RecorderState;
  subscribe: (notify: () => void) => () => void;
  levels: LevelHistory;
  liveText: LiveTextSession;
  elapsedMs: () => number;
  totalBytes: () => number;
  start: (options: { userId: number; deviceId: string | null; liveText: boolean }) => Promise<void>;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  setLiveText: (isOn: boolean) => void;
  /** Takes a recording that was kept before, to listen to it or to send it. */
  open: (kept: KeptRecording) => Promise<void>;
  /** Lets go of it; it stays in the browser. */
  close: () => Promise<void>;
  /** Throws it away, here and on the server. */
  discard: () => Promise<void>;
  /** Makes a transcript of it; null when that was cancelled. Throws when it failed: the recording is still there then. */
  transcribe: (options: { suggestSpeakers: boolean }) => Promise<TranscriptId | null>;
  cancel: () => void;
}
