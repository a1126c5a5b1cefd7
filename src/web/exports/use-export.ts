import type { ExportFormat } from '#domain/exports/formats.ts';
import { SRT_NEEDS_SEGMENTS } from '#domain/exports/srt.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { VTT_NEEDS_SEGMENTS } from '#domain/exports/vtt.ts';
import { runExport } from './run-export.ts';
import { showExportFailure, useSavedFile } from './use-saved-file.ts';

const SEGMENTS_NEEDED: Partial<Record<ExportFormat, string>> = {
  srt: SRT_NEEDS_SEGMENTS,
  vtt: VTT_NEEDS_SEGMENTS,
};

/** Makes a file of a transcript and saves it. */
export function useExport(source: ExportSource, wordsPath: string) {
  const { isRunning, save, cancel } = useSavedFile();

  async function saveTranscript(format: ExportFormat, cutAtWords: boolean): Promise<void> {
    const missing = SEGMENTS_NEEDED[format];
    if (missing && source.timestampedTranscript.every(({ text }) => text.trim() === ''))
      return showExportFailure(missing);
    const task = { kind: 'file', format, source, wordsPath, cutAtWords } as const;
    await save(source.title, format, (signal) => runExport<'file'>(task, signal));
  }

  return { isRunning, save: saveTranscript, cancel };
}
