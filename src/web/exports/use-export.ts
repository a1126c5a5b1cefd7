import { useEffect, useRef, useState } from 'react';
import { exportFilename } from '#domain/exports/filename.ts';
import { type ExportFormat, FORMATS } from '#domain/exports/formats.ts';
import { SRT_NEEDS_SEGMENTS } from '#domain/exports/srt.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { VTT_NEEDS_SEGMENTS } from '#domain/exports/vtt.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toast-store.ts';
import { runExport } from './run-export.ts';

const SEGMENTS_NEEDED: Partial<Record<ExportFormat, string>> = {
  srt: SRT_NEEDS_SEGMENTS,
  vtt: VTT_NEEDS_SEGMENTS,
};

/** Makes a file of a transcript and saves it, one file at a time. Unmounting the component cancels it. */
export function useExport(source: ExportSource, wordsPath: string) {
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  async function save(format: ExportFormat, cutAtWords: boolean): Promise<void> {
    const missing = SEGMENTS_NEEDED[format];
    if (missing && source.timestampedTranscript.every(({ text }) => text.trim() === '')) {
      fail(missing);
      return;
    }
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    const { type, extension, name } = FORMATS[format];
    try {
      const task = { kind: 'file', format, source, wordsPath, cutAtWords } as const;
      const content = await runExport<'file'>(task, controller.signal);
      saveFile(exportFilename(source.title, extension), new Blob([content], { type }));
      toast({ title: 'Downloaded!' });
    } catch {
      if (!controller.signal.aborted) fail(`Failed to export ${name}`);
    } finally {
      if (running.current === controller) setIsRunning(false);
    }
  }

  return { isRunning, save, cancel };
}

function fail(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}
