import type { OutputOf } from '#contract/endpoint.ts';
import type { getTranscript, Transcript } from '#contract/transcripts.ts';
import type { SubtitleWords } from '#domain/exports/cues.ts';
import { type ExportFormat, usesWords } from '#domain/exports/formats.ts';
import { type ExportFailureKind, exportFacts } from '#domain/exports/manifest.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { ApiError, callAt, isUnauthorized } from '#web/lib/api.ts';
import type { PackedFile, PackedTranscript, PackTask } from './export-task.ts';
import { packFile } from './pack-file.ts';

interface Makers {
  /** Fetches the words of a transcript from their API path. */
  fetchWords: (path: string) => Promise<SubtitleWords>;
  make: (
    format: ExportFormat,
    source: ExportSource,
    words: SubtitleWords | undefined,
  ) => BlobPart | Promise<BlobPart>;
}

/** Loads a transcript, and packs its files for a ZIP file. Whatever cannot be loaded or made is among the failures. */
export async function packTranscript(task: PackTask, makers: Makers): Promise<PackedTranscript> {
  const transcript = await loadTranscript(task.path);
  if (typeof transcript === 'string') return failedWith(transcript);
  const facts = exportFacts(transcript);
  if (transcript.status !== 'completed') return { ...failedWith('unfinished'), facts };
  const packed: PackedTranscript = { facts, files: [], failures: [] };
  const fetchWords = once(() => makers.fetchWords(task.wordsPath));
  for (const format of task.formats) {
    const make = async () => {
      const words = usesWords(format, task.cutAtWords) ? await fetchWords() : undefined;
      return makers.make(format, transcript, words);
    };
    const file = await fileOf(format, transcript, make);
    if (typeof file === 'string') packed.failures.push({ format, kind: file });
    else packed.files.push(file);
  }
  return packed;
}

async function loadTranscript(path: string): Promise<Transcript | ExportFailureKind> {
  try {
    return (await callAt({ method: 'GET', path }, {})) as OutputOf<typeof getTranscript>;
  } catch (error) {
    return loadingFailure(error) ?? 'not-loaded';
  }
}

async function fileOf(
  format: ExportFormat,
  { timestampedTranscript }: ExportSource,
  make: () => Promise<BlobPart>,
): Promise<PackedFile | ExportFailureKind> {
  const isSilent = timestampedTranscript.every(({ text }) => text.trim() === '');
  if (isSilent && (format === 'srt' || format === 'vtt')) return 'no-speech';
  try {
    return await packFile(format, await make());
  } catch (error) {
    return loadingFailure(error) ?? 'not-made';
  }
}

/** What a response of the server says; undefined if it is not one. */
function loadingFailure(error: unknown): ExportFailureKind | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (isUnauthorized(error)) return 'signed-out';
  return error.status === 404 || error.status === 403 ? 'gone' : 'not-loaded';
}

function failedWith(kind: ExportFailureKind): PackedTranscript {
  return { facts: null, files: [], failures: [{ format: null, kind }] };
}

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => (loading ??= load());
}
