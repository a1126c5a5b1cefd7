import type { QueryClient } from '@tanstack/react-query';
import type { ImportId, TranscriptId, UploadId } from '#contract/ids.ts';
import { createFromImport } from '#contract/imports.ts';
import { assignTranscripts } from '#contract/projects.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { processUpload } from '#contract/uploads.ts';
import { sendTranscript } from '#web/imports/send-transcript.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { NoAnswer } from '#web/lib/send-upload.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { enginesQuery } from '#web/speech/data.ts';
import { optionsInForce } from '#web/speech/engine-options.ts';
import { runUpload, type UploadOptions, uploadFailure } from '../run-upload.ts';
import { STEP_TEXT } from '../upload-progress.ts';
import { UnreadableFile } from './judge-failure.ts';
import type { Sending, SendingText } from './queue-parts.ts';

/**
 * Sends a file, makes its transcript and puts it into its project; returns what is to be known about that, or null. What an earlier
 * attempt has done is not done again. Throws what `judgeFailure` judges.
 */
export async function sendEntry(queryClient: QueryClient, sending: Sending): Promise<string | null> {
  const { entry, signal, onTranscript } = sending;
  const transcriptId =
    entry.transcriptId ??
    (await (entry.kind === 'text' ? importText : transcribe)(sending, await optionsOf(queryClient, sending)));
  onTranscript(transcriptId);
  void queryClient.invalidateQueries({ queryKey: TRANSCRIPT_LISTS_KEY });
  if (entry.settings.projectId === null) return null;
  try {
    const body = { transcriptIds: [transcriptId], projectId: entry.settings.projectId };
    await call(assignTranscripts, { body, signal });
    void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY });
    return null;
  } catch (error) {
    // The project may be gone, or closed to this person: the transcript is in the library all the same.
    if (!(error instanceof ApiError) || error.status >= 429 || error.status === 401) throw error;
    return `It could not be put into the project: ${uploadFailure(error)}`;
  }
}

/** The chosen options as far as an engine follows them. */
async function optionsOf(queryClient: QueryClient, { entry }: Sending): Promise<TranscriptionOptions> {
  const { engines } = await queryClient.fetchQuery(enginesQuery);
  return optionsInForce(entry.settings.speech, engines);
}

async function transcribe(sending: Sending, chosen: TranscriptionOptions): Promise<TranscriptId> {
  const { text, signal } = sending;
  if (!text) return upload(sending, chosen);
  const { arrivedId } = text.entry;
  // Only texts have arrived.
  const known = arrivedId === null ? await keepText(text, signal) : { importId: arrivedId as ImportId };
  try {
    return await upload(sending, { ...chosen, ...known });
  } catch (error) {
    if (!isForgotten(error)) throw error;
    return upload(sending, { ...chosen, ...(await keepText(text, signal)) });
  }
}

/** Whether the server has forgotten a text, which it keeps for a day. */
function isForgotten(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'import_not_found';
}

/** Whether the server has no such upload any more. */
function isGoneUpload(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409) && !isForgotten(error);
}

async function upload(
  { entry, readFile, signal, onProgress, onArrived }: Sending,
  options: UploadOptions,
): Promise<TranscriptId> {
  const made = await again(
    entry.arrivedId,
    async (id) => {
      onProgress({ percent: 90, text: STEP_TEXT.initializing, isFinal: true });
      // Only uploads of recordings have arrived.
      const uploadId = id as UploadId;
      const body = { uploadId, filename: entry.name, ...options };
      return (await call(processUpload, { body, signal })).id;
    },
    isGoneUpload,
  );
  if (made !== null) return made;
  const file = await readFile();
  return readable(file, () =>
    runUpload({
      file,
      options,
      signal,
      onArrived,
      onProgress: (percent, step) =>
        onProgress({
          percent,
          text: STEP_TEXT[step],
          isFinal: step === 'initializing' || step === 'complete',
        }),
    }),
  );
}

/** Sends the text of a recording. Nothing if it is no transcript, which the queue is told. */
async function keepText(
  { readFile, onArrived, onRefused }: SendingText,
  signal: AbortSignal,
): Promise<Pick<UploadOptions, 'importId'>> {
  const file = await readFile();
  try {
    const { id } = await readable(file, () => sendTranscript(file, signal));
    onArrived(id);
    return { importId: id };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.code?.startsWith('import_')) throw error;
    onRefused(uploadFailure(error));
    return {};
  }
}

/** Makes a transcript of a text. */
async function importText(
  { entry, readFile, signal, onProgress, onArrived }: Sending,
  { language }: TranscriptionOptions,
): Promise<TranscriptId> {
  const use = async (id: string) => {
    onProgress({ percent: 90, text: 'Importing', isFinal: true });
    // Only texts have arrived.
    const params = { id: id as ImportId };
    return (await call(createFromImport, { params, body: { language }, signal })).id;
  };
  const made = await again(entry.arrivedId, use, isForgotten);
  if (made !== null) return made;
  const file = await readFile();
  onProgress({ percent: 10, text: STEP_TEXT.uploading, isFinal: false });
  const { id } = await readable(file, () => sendTranscript(file, signal));
  onArrived(id);
  return use(id);
}

/** Uses what has arrived in an earlier attempt; null if the server does not have it any more. */
async function again(
  arrivedId: string | null,
  use: (id: string) => Promise<TranscriptId>,
  isGone: (error: unknown) => boolean,
): Promise<TranscriptId | null> {
  if (arrivedId === null) return null;
  try {
    return await use(arrivedId);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Tells a file that cannot be read from a lost connection, which look the same to the sender. */
async function readable<Result>(file: File, send: () => Promise<Result>): Promise<Result> {
  await requireReadable(file);
  try {
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer) await requireReadable(file);
    throw error;
  }
}

async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    throw new UnreadableFile(error);
  }
}
