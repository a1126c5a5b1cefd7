import type { InputOf } from '#contract/endpoint.ts';
import type { TranscriptId, UploadId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { uploadTimeoutMs } from '#contract/upload-limits.ts';
import { authorizeUpload, listUploadParts, processUpload } from '#contract/uploads.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { NETWORK_ERROR, NoAnswer, UPLOAD_TIMEOUT } from '#web/lib/send-upload.ts';
import { claim, claimIfFree } from '#web/lib/window-lock.ts';
import { findBegun, forgetBegun, rememberBegun } from './begun-uploads.ts';
import { putFile } from './put-file.ts';
import { pauseForNetwork, sendParts } from './send-parts.ts';
import { type UploadStep, uploadPercent } from './upload-progress.ts';

/** How a recording is transcribed, or which text it gets. */
export type UploadOptions = TranscriptionOptions &
  Pick<InputOf<typeof processUpload>['body'], 'importId' | 'importTiming'>;

export interface RunUpload {
  file: File;
  options: UploadOptions;
  signal: AbortSignal;
  onProgress: (percent: number, step: UploadStep) => void;
  /** Called when the server has the whole file, before its transcription is started. */
  onArrived?: (uploadId: UploadId) => void;
}

type Report = (step: UploadStep, share?: number) => void;

/** Uploads a file and starts its transcription. A large file resumes where an earlier attempt was interrupted. */
export async function runUpload({
  file,
  options,
  signal,
  onProgress,
  onArrived,
}: RunUpload): Promise<TranscriptId> {
  const report: Report = (step, share = 0) => onProgress(uploadPercent(step, share), step);
  const contentType = file.type || 'application/octet-stream';

  report('authorizing');
  const { uploadId, send, release } = await openUpload(file, contentType, signal);
  try {
    report('uploading');
    await send(report);
    onArrived?.(uploadId);
    report('initializing');
    const { id } = await call(processUpload, {
      body: { uploadId, filename: file.name, ...options },
      signal,
    });
    forgetBegun(file);
    report('complete');
    return id;
  } finally {
    release();
  }
}

interface OpenUpload {
  uploadId: UploadId;
  send: (report: Report) => Promise<void>;
  /** Lets another window continue the upload. */
  release: () => void;
}

async function openUpload(file: File, contentType: string, signal: AbortSignal): Promise<OpenUpload> {
  const begun = await openBegun(file, contentType, signal);
  if (begun) return begun;
  const { uploadUrl, uploadId, partSize } = await call(authorizeUpload, {
    body: { filename: file.name, filesize: file.size, contentType },
    signal,
  });
  if (partSize === null) {
    const send = (report: Report) =>
      putFile({
        url: uploadUrl,
        bytes: file,
        contentType,
        signal,
        onProgress: (share) => report('uploading', share),
      });
    return { uploadId, send, release: () => undefined };
  }
  rememberBegun(file, uploadId);
  return openInParts({ uploadId, file, contentType }, signal);
}

/** The upload that an earlier attempt started, if it still exists and no other window is sending it. */
async function openBegun(
  file: File,
  contentType: string,
  signal: AbortSignal,
): Promise<OpenUpload | undefined> {
  const uploadId = findBegun(file);
  if (uploadId === null || !(await claimIfFree(lockName(uploadId)))) return undefined;
  try {
    return await openInParts({ uploadId, file, contentType }, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Only the response was lost: asked again, the server says which transcript the upload has become.
    if (error.code === 'upload_already_processed') {
      return { uploadId, send: async () => undefined, release: () => undefined };
    }
    if (error.status !== 404) throw error;
    forgetBegun(file);
    return undefined;
  }
}

async function openInParts(
  { uploadId, file, contentType }: { uploadId: UploadId; file: File; contentType: string },
  signal: AbortSignal,
): Promise<OpenUpload> {
  const { partSize, parts } = await call(listUploadParts, { params: { id: uploadId }, signal });
  const send = async (report: Report) => {
    const timeout = AbortSignal.timeout(uploadTimeoutMs(file.size));
    const onProgress = (share: number, waiting: boolean) => report(waiting ? 'waiting' : 'uploading', share);
    try {
      const sending = { file, contentType, partSize, parts, onProgress };
      await sendParts(
        { ...sending, signal: AbortSignal.any([signal, timeout]) },
        { put: putFile, pause: pauseForNetwork },
      );
    } catch (error) {
      throw timeout.aborted ? new NoAnswer(UPLOAD_TIMEOUT) : error;
    }
  };
  return { uploadId, send, release: claim(lockName(uploadId)) };
}

function lockName(uploadId: UploadId): string {
  return `upload-${uploadId}`;
}

/** The message to show for a failed upload. */
export function uploadFailure(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage ?? error.message;
  // The only error that fetch reports when the server cannot be reached.
  if (error instanceof TypeError) return NETWORK_ERROR;
  return error instanceof Error ? error.message : String(error);
}
