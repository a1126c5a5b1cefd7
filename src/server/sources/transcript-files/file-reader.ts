import { readFile } from 'node:fs/promises';
import type { TranscriptPreview } from '#contract/imports.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../work/caller.ts';
import { createGate } from '../../work/gate.ts';
import { createReaderPool } from '../reader-pool.ts';
import { FileAnswer, type FileTask } from './file-protocol.ts';

/** Reads transcripts made elsewhere in separate processes. */
export interface TranscriptFileReader {
  /**
   * Says what is in a file on the local disk, in the caller's turn. Rejects with an AppError whose code begins with 'import_', with what
   * `Gate` rejects with, or with the signal's reason.
   */
  preview(path: string, caller: Caller): Promise<TranscriptPreview>;
  /** Makes a transcript of such a file, and rejects in the same way. */
  take(path: string, caller: Caller): Promise<ReadTranscript>;
}

/** What a file is instead of a transcript, in a sentence. */
const SENTENCES = {
  import_not_text: (kind: string) =>
    `This file is ${kind}, which cannot be read as a transcript. Save its text as TXT, or export subtitles (SRT, WebVTT) or JSON from the program that made it.`,
  import_unknown_json: (keys: string) =>
    `This JSON is not of a kind that is known here. Its top keys: ${keys}. Known are the JSON of Tapescript, Whisper, WhisperX, AssemblyAI, Deepgram and oTranscribe; or export subtitles (SRT, WebVTT).`,
} as const;

export function createTranscriptFileReader(): TranscriptFileReader {
  const processes = createReaderPool<FileTask, FileAnswer>({
    file: new URL('./file-child.ts', import.meta.url),
    answer: FileAnswer,
    // Subtitles of ten hours take a second; JSON of 32 MB takes some hundred megabytes.
    timeMs: 20_000,
    heapMb: 512,
    maxBytes: 800_000_000,
    tooMuch: 'import_too_complex',
  });
  // A file is in this process's memory only in its turn.
  const gate = createGate({ atOnce: 2, atOnceEach: 1, waiting: 1000, waitingEach: 20 });
  const run = (path: string, caller: Caller, wants: FileTask['wants']) =>
    gate.run(caller, async () =>
      accepted(await processes.run({ bytes: await readFile(path), wants }, caller.signal)),
    );
  return {
    preview: async (path, caller) => {
      const answer = await run(path, caller, 'preview');
      if ('preview' in answer) return answer.preview;
      throw new Error('The reader did not answer with a preview.');
    },
    take: async (path, caller) => {
      const answer = await run(path, caller, 'transcript');
      if ('transcript' in answer) return answer.transcript;
      throw new Error('The reader did not answer with a transcript.');
    },
  };
}

type Accepted = Exclude<FileAnswer, { refusal: string } | { failure: string }>;

function accepted(answer: FileAnswer): Accepted {
  if ('preview' in answer || 'transcript' in answer) return answer;
  if ('failure' in answer) throw new AppError('import_unreadable', { cause: answer.failure });
  const { refusal, detail } = answer;
  if (detail === null || !(refusal === 'import_not_text' || refusal === 'import_unknown_json'))
    throw new AppError(refusal);
  throw new AppError(refusal, { issues: [{ path: 'body', message: SENTENCES[refusal](detail) }] });
}
