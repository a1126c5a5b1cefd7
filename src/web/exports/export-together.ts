import type { TranscriptId } from '#contract/ids.ts';
import { getTranscript, getWords } from '#contract/transcripts.ts';
import { exportFilenames } from '#domain/exports/filename.ts';
import { type ExportFormat, FORMATS } from '#domain/exports/formats.ts';
import { type ExportedFile, type ExportRecord, exportManifest } from '#domain/exports/manifest.ts';
import { urlOf } from '#web/lib/api.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import type { PackedTranscript } from './export-task.ts';
import { deflated } from './pack-file.ts';
import { runExport } from './run-export.ts';
import { type ByteSink, ZipFile } from './zip-file.ts';

/** A transcript to be exported, as a list has it. */
export interface TogetherItem {
  id: TranscriptId;
  title: string;
}

export interface TogetherChoice {
  formats: readonly ExportFormat[];
  cutAtWords: boolean;
}

/** What has become of it. */
export type TogetherRecord = TogetherItem & ExportRecord;

interface TogetherRun {
  sink: ByteSink;
  signal: AbortSignal;
  /** Called before each transcript with the number of those that are done. */
  onProgress: (done: number, next: TogetherItem) => void;
  /** The most that the ZIP file may become, if that is less than a ZIP file can. */
  maxBytes?: number;
}

const MANIFEST = 'manifest';
/** What the manifest needs at most, before it is compressed: for all, for each transcript, and for each file or failure besides names and titles. */
const MANIFEST_BYTES = { all: 1000, transcript: 5000, file: 500 };

/**
 * Writes the files of transcripts into one ZIP file, one transcript at a time, and a manifest of them at its end. Returns what has become
 * of each. Throws the signal's reason if it is aborted, and the sink's error.
 */
export async function exportTogether(
  items: readonly TogetherItem[],
  { formats, cutAtWords }: TogetherChoice,
  { sink, signal, onProgress, maxBytes }: TogetherRun,
): Promise<TogetherRecord[]> {
  const madeAt = new Date();
  const zip = new ZipFile(sink, madeAt, maxBytes);
  const names = exportFilenames(
    items.map(({ title }) => title),
    MANIFEST,
  );
  const reservedBytes =
    MANIFEST_BYTES.all + items.length * (MANIFEST_BYTES.transcript + formats.length * MANIFEST_BYTES.file);
  const records: TogetherRecord[] = [];
  for (const [index, item] of items.entries()) {
    onProgress(index, item);
    const packed = await pack(item.id, { formats, cutAtWords }, signal);
    const files: ExportedFile[] = [];
    const failures = [...packed.failures];
    for (const { format, sizeBytes, sha256, ...content } of packed.files) {
      signal.throwIfAborted();
      const name = `${names[index]}.${FORMATS[format].extension}`;
      if (zip.hasRoomFor(name, { sizeBytes, ...content }, reservedBytes)) {
        await zip.add(name, { sizeBytes, ...content });
        files.push({ name, format, sizeBytes, sha256 });
      } else failures.push({ format, kind: 'full' });
    }
    records.push({ id: item.id, title: item.title, facts: packed.facts, files, failures });
  }
  const manifest = exportManifest(
    records,
    madeAt.toISOString(),
    (id) => new URL(transcriptPath(id), location.href).href,
  );
  await zip.add(`${MANIFEST}.json`, deflated(new TextEncoder().encode(manifest), 6));
  await zip.end();
  return records;
}

/** Each transcript has a worker of its own, so that one that ends it, for want of memory, is the only one that fails. */
async function pack(
  id: TranscriptId,
  choice: TogetherChoice,
  signal: AbortSignal,
): Promise<PackedTranscript> {
  const path = urlOf(getTranscript.path, { id });
  const wordsPath = urlOf(getWords.path, { id });
  try {
    return await runExport<'pack'>({ kind: 'pack', path, wordsPath, ...choice }, signal);
  } catch {
    signal.throwIfAborted();
    return { facts: null, files: [], failures: [{ format: null, kind: 'not-made' }] };
  }
}
