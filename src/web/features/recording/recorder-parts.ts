import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { PostRecording } from './calls.ts';
import type { LevelHistory } from './level-history.ts';
import type { LiveTextSession } from './live-text/live-text-session.ts';
import type { StartCapture } from './microphone.ts';
import type { SenderOptions } from './piece-sender.ts';
import type { KeptRecording, PieceStore } from './piece-store.ts';
import type { RecorderState } from './recorder-state.ts';

/** What the recorder needs from the browser and the server; tests pass in something smaller. */
export interface RecorderDeps {
  store: PieceStore;
  startCapture: StartCapture;
  put: (at: { id: RecordingId; position: number }, bytes: Blob, signal: AbortSignal) => Promise<void>;
  post: (post: PostRecording) => Promise<TranscriptId>;
  isUnfinished: (id: RecordingId) => Promise<boolean>;
  forgetPieces: (id: RecordingId) => Promise<void>;
  rest: SenderOptions['rest'];
  /** Tells other windows that this one holds the recording; returns a function that releases it. */
  claim: (id: RecordingId) => () => void;
  newId: () => RecordingId;
  /** Milliseconds of a clock that is never set back. */
  now: () => number;
  liveText: LiveTextSession;
}

/** The one recorder of the page. It lives outside the components, so that navigating does not end a recording. */
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
  /** Opens a kept recording, to listen to it or to send it. */
  open: (kept: KeptRecording) => Promise<void>;
  /** Closes it; it stays in the browser. */
  close: () => Promise<void>;
  /** Discards it, here and on the server. */
  discard: () => Promise<void>;
  /** Transcribes it; null if cancelled. Throws if it fails, and then keeps the recording. */
  transcribe: (options: TranscriptionOptions) => Promise<TranscriptId | null>;
  cancel: () => void;
}
