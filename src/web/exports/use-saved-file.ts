import { useEffect, useRef, useState } from 'react';
import { exportFilename } from '#domain/exports/filename.ts';
import { type ExportFormat, FORMATS } from '#domain/exports/formats.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Makes files and saves them, one at a time. Unmounting the component cancels the one that is being made. */
export function useSavedFile() {
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  /** Saves what `make` returns under a name made from the title, and tells the user; `make` ends when its signal is aborted. */
  async function save(
    title: string,
    format: ExportFormat,
    make: (signal: AbortSignal) => Promise<BlobPart>,
  ): Promise<void> {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    const { type, extension, name } = FORMATS[format];
    try {
      const content = await make(controller.signal);
      saveFile(exportFilename(title, extension), new Blob([content], { type }));
      toast({ title: 'Downloaded!' });
    } catch {
      if (!controller.signal.aborted) showExportFailure(`Failed to export ${name}`);
    } finally {
      if (running.current === controller) setIsRunning(false);
    }
  }

  return { isRunning, save, cancel };
}

export function showExportFailure(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}
