import type { RecordingId, TranscriptId } from '#contract/ids.ts';
import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts';
import {
  discardRecording,
  listRecordings,
  RECORDING_PIECE_PATH,
  TRANSCRIBE_RECORDING_PATH,
  type TranscribedRecording,
} from '#contract/recordings.ts';
import { ApiError, addressOf, call } from '#web/lib/api.ts';
import { OFFLINE } from '#web/lib/offline.ts';

const PIECE_TIMEOUT_MS = 60_000;
const NETWORK_ERROR = 'Network error';
const TIMEOUT = 'Timeout';

/** Sends one piece of a recording that is still going on. */
export async function putPiece(
  { id, position }: { id: RecordingId; position: number },
  bytes: Blob,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(addressOf(RECORDING_PIECE_PATH, { id, position }), {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_TIMEOUT_MS)]),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
}

export interface PostRecording {
  fields: { recordingId: RecordingId; from: number; title: string; suggestSpeakers: boolean };
  file: Blob;
  filename: string;
  signal: AbortSignal;
  /** 0 to 1, of the bytes. */
  onProgress: (share: number) => void;
}

/** Asks for the transcript of a recording. XMLHttpRequest, because fetch cannot tell how far an upload is. */
export function postRecording(post: PostRecording): Promise<TranscriptId> {
  const { fields, file, filename, signal, onProgress } = post;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  // The server reads the fields that come before the file.
  form.set('video', file, filename);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', TRANSCRIBE_RECORDING_PATH);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const { status, statusText, responseText } = request;
      // The server answers by the same contract.
      if (status === 200) resolve((JSON.parse(responseText) as TranscribedRecording).transcriptId);
      else reject(new ApiError(status, statusText, responseText));
    };
    request.onerror = () => reject(new TypeError(NETWORK_ERROR));
    request.ontimeout = () => reject(new TypeError(TIMEOUT));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(form);
  });
}

/** 'Upload failed: {status text}', and what the server or the browser says beyond that. */
export function uploadProblem(error: unknown): { message: string; more: string | null } {
  if (!(error instanceof ApiError)) {
    return {
      message: `Upload failed: ${reasonOf(error)}`,
      more: navigator.onLine ? null : OFFLINE,
    };
  }
  // HTTP/2 has no status texts.
  const text = error.statusText || error.said || String(error.status);
  return { message: `Upload failed: ${text}`, more: error.said === text ? null : error.said };
}

function reasonOf(error: unknown): string {
  // What fetch says of a lost connection is another sentence in each browser.
  if (error instanceof TypeError) return error.message === TIMEOUT ? TIMEOUT : NETWORK_ERROR;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the server still waits for the rest of a recording: then nobody has made a transcript of it. */
export async function isUnfinished(id: RecordingId): Promise<boolean> {
  const { recordings } = await call(listRecordings, {});
  return recordings.some((recording) => recording.id === id);
}

/** Lets the server throw its pieces of a recording away. */
export async function forgetPieces(id: RecordingId): Promise<void> {
  await call(discardRecording, { params: { id } });
}
