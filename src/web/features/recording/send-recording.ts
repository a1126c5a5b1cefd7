import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { ApiError } from '#web/lib/api.ts';
import type { PostRecording } from './calls.ts';
import { liveRecordingTitle, sentName } from './formats.ts';
import type { KeptRecording } from './piece-store.ts';
import type { WriteBuffer } from './write-buffer.ts';

export interface SendRecording {
  recording: KeptRecording;
  buffer: Pick<WriteBuffer, 'rest'>;
  options: TranscriptionOptions;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  post: (post: PostRecording) => Promise<TranscriptId>;
}

/** Sends what the server does not have yet, and requests the transcript. If the server lacks something, the whole recording is sent. */
export async function sendRecording(sending: SendRecording): Promise<TranscriptId> {
  const { recording, buffer, options, signal, onProgress, post } = sending;
  const send = async (from: number, fromSlice: number) =>
    post({
      fields: {
        recordingId: recording.serverId,
        from,
        title: liveRecordingTitle(recording.startedAt),
        ...options,
      },
      file: await buffer.rest(fromSlice),
      filename: sentName(recording.startedAt),
      signal,
      onProgress,
    });
  try {
    return await send(recording.sentPieces, recording.sentSlices);
  } catch (error) {
    const isIncomplete = error instanceof ApiError && error.code === 'recording_incomplete';
    if (!isIncomplete || recording.sentPieces === 0) throw error;
    return send(0, 0);
  }
}
