import { Download } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ExportSource } from './export-task.ts';
import { ALL_FORMATS, FORMATS } from './formats.ts';
import { useExport } from './use-export.ts';

interface ExportListProps {
  transcript: ExportSource;
  /** Where the interface answers the words of the segments, for JSON. */
  wordsPath: string;
}

/** The choices of the export menu where they have a place of their own. */
export function ExportList({ transcript, wordsPath }: ExportListProps) {
  const { isRunning, save, cancel } = useExport(transcript, wordsPath);
  return (
    <>
      <ul className="mt-5 grid gap-2 sm:grid-cols-2">
        {ALL_FORMATS.map((format) => (
          <li key={format}>
            <Button
              variant="outline"
              className="w-full justify-start!"
              isIdle={isRunning}
              onClick={() => void save(format)}
            >
              <Download aria-hidden="true" />
              {FORMATS[format].label}
            </Button>
          </li>
        ))}
      </ul>
      {isRunning && (
        <p role="status" className="mt-4 flex items-center gap-3 text-sm text-quiet">
          <Spinner />
          The file is being made…
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
    </>
  );
}
