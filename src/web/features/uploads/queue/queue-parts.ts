import type { ImportId, TranscriptId, UploadId } from '#contract/ids.ts';
import type { Found } from './admit.ts';
import type { FileSource } from './file-source.ts';
import type { Trouble } from './judge-failure.ts';
import type { EntryProgress, QueueEntry, QueueSettings } from './queue-entry.ts';
import type { Move } from './queue-rules.ts';
import type { QueueStore } from './queue-store.ts';

/** Why nothing new is sent: nobody has started it, somebody has paused it, or something is wrong. */
export type Hold =
  | { kind: 'start' }
  | { kind: 'paused' }
  | { kind: 'trouble'; trouble: Trouble; text: string; isRetried: boolean };

/** Why a file cannot be read after a reload: the person has to allow it, or to choose it again. */
export type Block = 'ask' | 'missing';

/** What screens show of the queue. */
export interface QueueState {
  /** Of this window, in order. */
  entries: readonly QueueEntry[];
  /** How many files other windows of the person are still to send. */
  elsewhere: number;
  progress: ReadonlyMap<string, EntryProgress>;
  blocked: ReadonlyMap<string, Block>;
  /** Files whose bytes are compared with what is there, and how much of them was read, 0 to 100. */
  comparing: ReadonlyMap<string, number>;
  hold: Hold | null;
  /** How many files were found so far in what is being added; null when nothing is. */
  looking: number | null;
  /** What has become of the files added last. */
  told: string | null;
  /** For files that wait, and for those added from now on. */
  settings: QueueSettings;
}

export interface Sending {
  entry: QueueEntry;
  /** Throws UnreadableFile. Not called for a file that the server has already. */
  readFile: () => Promise<File>;
  signal: AbortSignal;
  onProgress: (progress: EntryProgress) => void;
  /** The server has the whole file, under this id. */
  onArrived: (id: UploadId | ImportId) => void;
  /** Its transcript exists. */
  onTranscript: (id: TranscriptId) => void;
  /** The text that goes with a recording. */
  text: SendingText | null;
}

export interface SendingText {
  entry: QueueEntry;
  readFile: () => Promise<File>;
  onArrived: (id: ImportId) => void;
  /** It is no transcript that can be used: the recording is sent without it. */
  onRefused: (reason: string) => void;
}

/** What the queue needs of browser and server; tests replace it. */
export interface QueueOutside {
  store: QueueStore;
  windowId: string;
  /** Which windows are open. */
  openWindows: () => Promise<(windowId: string) => boolean>;
  /** Sees to it that what a window leaves is taken over when it is closed. */
  awaitClosing: (windowId: string) => void;
  /** Does something while no other window of this browser does the same. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Lets the other windows know that something has changed. */
  announce: () => void;
  /** Whether this person is signed in; rejects if the server cannot be reached. */
  isSignedIn: (userId: number) => Promise<boolean>;
  /** Sends a file and returns what is to be known about its transcript. */
  send: (sending: Sending) => Promise<string | null>;
  /** Whether the person may read a transcript of the same file; of its size alone (no hash), whether there may be one. */
  findKnown: (sizeBytes: number, sha256: string | null, signal: AbortSignal) => Promise<boolean>;
  /** SHA-256 of a file, in hex. Rejects if it cannot be read, or takes too long. */
  hash: (file: File, signal: AbortSignal, onProgress: (percent: number) => void) => Promise<string>;
  readSource: (source: FileSource) => Promise<File>;
  isAllowed: (source: FileSource) => Promise<boolean>;
  askToRead: (source: FileSource) => Promise<boolean>;
  isOnline: () => boolean;
  /** Runs something later, unless the returned function is called. */
  later: (ms: number, run: () => void) => () => void;
  now: () => number;
  newId: () => string;
  /** Whether the person's queue goes on by itself after a reload. */
  wasGoing: () => boolean;
  setGoing: (isGoing: boolean) => void;
}

export interface UploadQueue {
  getState: () => QueueState;
  subscribe: (notify: () => void) => () => void;
  /** Takes over what closed windows have left. */
  open: () => Promise<void>;
  /** Stops; what is not sent can be taken over. */
  close: () => void;
  add: (found: AsyncIterable<Found>) => Promise<void>;
  resume: () => void;
  /** Ends the wait after a trouble. */
  tryAgain: () => void;
  pause: () => void;
  cancel: (id: string) => void;
  retry: (ids: readonly string[]) => void;
  /** Sends files although their recordings are there already. */
  sendAgain: (ids: readonly string[]) => void;
  /** Sends a file without comparing it with what is there. */
  sendUncompared: (id: string) => void;
  /** The transcripts of a file are gone. */
  setUnknown: (id: string) => void;
  /** Takes entries out, and returns a function that puts them back. */
  remove: (ids: readonly string[]) => () => void;
  move: (id: string, move: Move) => void;
  changeSettings: (settings: QueueSettings) => void;
  /** Asks the person to let files be read that were dropped before a reload. Must follow a click. */
  allow: () => Promise<void>;
  /** Counts again what other windows are sending. */
  lookAround: () => Promise<void>;
  dismissTold: () => void;
}
