import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import {
  discardRecording,
  listRecordings,
  RECORDING_PIECE_PATH,
  TRANSCRIBE_RECORDING_PATH,
  type TranscribedRecording,
} from '#contract/recordings.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { ApiError, call, urlOf } from '#web/lib/api.ts';
import { OFFLINE } from '#web/lib/offline.ts';
import { NoAnswer, sendUpload, UPLOAD_TIMEOUT, type Upload } from '#web/lib/send-upload.ts';

const PIECE_TIMEOUT_MS = 60_000;
const NETWORK_ERROR = 'Network error';
const TIMEOUT = 'Timeout';

/** Sends one piece of a recording that is still going on. */
export async function putPiece(
  { id, position }: { id: RecordingId; position: number },
  bytes: Blob,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(urlOf(RECORDING_PIECE_PATH, { id, position }), {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
}

export interface PostRecording extends Pick<Upload, 'signal' | 'onProgress'> {
  fields: { recordingId: RecordingId; from: number; title: string } & TranscriptionOptions;
  file: Blob;
  filename: string;
}

/** Requests the transcript of a recording. Rejects with an ApiError or NoAnswer, or with the signal's reason. */
export async function postRecording({
  fields,
  file,
  filename,
  ...upload
}: PostRecording): Promise<TranscriptId> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value === null ? '' : String(value));
  // The server reads the fields that come before the file.
  body.set('video', file, filename);
  const answer = await sendUpload({ method: 'POST', url: TRANSCRIBE_RECORDING_PATH, body, ...upload });
  if (answer.status !== 200) throw new ApiError(answer.status, answer.statusText, answer.text);
  // The server follows the contract, as everywhere (see lib/api.ts).
  return (JSON.parse(answer.text) as TranscribedRecording).transcriptId;
}

/** 'Upload failed: {status text}', followed by what else the server or the browser says. */
export function uploadProblem(error: unknown): { message: string; more: string | null } {
  if (!(error instanceof ApiError)) {
    return {
      message: `Upload failed: ${reasonOf(error)}`,
      more: navigator.onLine ? null : OFFLINE,
    };
  }
  // HTTP/2 has no status text.
  const text = error.statusText || error.userMessage || String(error.status);
  return { message: `Upload failed: ${text}`, more: error.userMessage === text ? null : error.userMessage };
}

function reasonOf(error: unknown): string {
  // The message of fetch for a lost connection differs between browsers.
  if (error instanceof TypeError) return NETWORK_ERROR;
  if (error instanceof NoAnswer) return error.message === UPLOAD_TIMEOUT ? TIMEOUT : NETWORK_ERROR;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server is still waiting for the rest of a recording, so that no transcript of it exists. */
export async function isUnfinished(id: RecordingId): Promise<boolean> {
  const { recordings } = await call(listRecordings, {});
  return recordings.some((recording) => recording.id === id);
}

/** Has the server delete its pieces of a recording. */
export async function forgetPieces(id: RecordingId): Promise<void> {
  await call(discardRecording, { params: { id } });
}
