import type { TranscriptId } from '#contract/ids.ts';
import type { SpeechChoice } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { putFile } from './put-file.ts';
import { type UploadStep, uploadPercent } from './upload-progress.ts';

export interface RunUpload {
  file: File;
  suggestSpeakers: boolean;
  engine: SpeechChoice;
  signal: AbortSignal;
  onProgress: (percent: number, step: UploadStep) => void;
}

/** Brings a file to the server and starts its transcription. */
export async function runUpload({
  file,
  suggestSpeakers,
  engine,
  signal,
  onProgress,
}: RunUpload): Promise<TranscriptId> {
  const report = (step: UploadStep, share = 0) => onProgress(uploadPercent(step, share), step);
  const contentType = file.type || 'application/octet-stream';

  report('authorizing');
  const { uploadUrl, uploadId } = await call(authorizeUpload, {
    body: { filename: file.name, filesize: file.size, contentType },
    signal,
  });
  report('uploading');
  await putFile({
    url: uploadUrl,
    file,
    contentType,
    signal,
    onProgress: (share) => report('uploading', share),
  });
  report('initializing');
  const { id } = await call(processUpload, {
    body: { uploadUrl, uploadId, filename: file.name, suggestSpeakers, engine },
    signal,
  });
  report('complete');
  return id;
}

/** What to tell people about an upload that failed. */
export function uploadFailure(error: unknown): string {
  if (error instanceof ApiError) return error.said ?? error.message;
  // fetch says no more than this when the server cannot be reached.
  if (error instanceof TypeError) return 'Network error during upload';
  return error instanceof Error ? error.message : String(error);
}
