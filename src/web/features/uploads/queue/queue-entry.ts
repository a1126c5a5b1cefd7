import type { ImportId, ProjectId, TranscriptId, UploadId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import type { FileFacts } from '../begun-uploads.ts';
import type { FileSource } from './file-source.ts';

/** Where this browser keeps entries; it is there once somebody has used a queue. */
export const QUEUE_DATABASE = 'tapescript-upload-queue';

/** How all files of a queue are transcribed, and where their transcripts go. */
export interface QueueSettings {
  speech: TranscriptionOptions;
  projectId: ProjectId | null;
}

/** 'done': the server has the file, and its transcript is there or being made. */
export type EntryState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';

/** A file of the upload queue, as it is stored in this browser. */
export interface QueueEntry extends FileFacts {
  id: string;
  /** Several people may use one browser: each is shown their own. */
  userId: number;
  /** The window that sends it. */
  windowId: string;
  position: number;
  addedAt: number;
  type: string;
  /** 'text': a transcript made elsewhere. */
  kind: 'recording' | 'text';
  /** The entry of the recording whose text this is; null for recordings, and for texts that become transcripts of their own. */
  recordingId: string | null;
  /** The folders in which it was found: 'talks/monday'; '' if it was chosen itself. */
  folder: string;
  /** Where its bytes are read again after a reload; null if the browser gives no such thing. */
  source: FileSource | null;
  settings: QueueSettings;
  /** SHA-256 of its bytes, in hex, once it was needed to tell whether they are known. */
  sha256?: string;
  /** Whether there was a transcript of the same bytes. */
  isKnown?: boolean;
  /** Somebody wants it to be transcribed although its recording is there already. */
  isWantedAgain?: boolean;
  state: EntryState;
  /** Why it failed, or what is to be known about its transcript. */
  note: string | null;
  /** The upload, or the text, that has arrived at the server, of which only the transcript is missing. */
  arrivedId: UploadId | ImportId | null;
  transcriptId: TranscriptId | null;
}

/** Whether an entry is still to be sent. */
export function isUnfinished({ state }: Pick<QueueEntry, 'state'>): boolean {
  return state === 'waiting' || state === 'sending';
}

/** How far a file is, 0 to 100, and at which step. */
export interface EntryProgress {
  percent: number;
  text: string;
  /** Whether it is too late to cancel. */
  isFinal: boolean;
}
