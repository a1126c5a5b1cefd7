import { Download } from 'lucide-react';
import { ALL_FORMATS, FORMATS } from '#domain/exports/formats.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CutAtWordsSwitch } from './cut-at-words-switch.tsx';
import { useCutAtWords } from './use-cut-at-words.ts';
import { useExport } from './use-export.ts';

interface ExportListProps {
  transcript: ExportSource;
  /** The API path of the segments' words, which JSON and subtitles need. */
  wordsPath: string;
}

/** The choices of the export menu as a list on the page. */
export function ExportList({ transcript, wordsPath }: ExportListProps) {
  const { isRunning, save, cancel } = useExport(transcript, wordsPath);
  const [cutAtWords, setCutAtWords] = useCutAtWords();
  return (
    <>
      <ul className="mt-5 grid gap-2 sm:grid-cols-2">
        {ALL_FORMATS.map((format) => (
          <li key={format}>
            <Button
              variant="outline"
              className="w-full justify-start!"
              isIdle={isRunning}
              onClick={() => void save(format, cutAtWords)}
            >
              <Download aria-hidden="true" />
              {FORMATS[format].label}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <CutAtWordsSwitch checked={cutAtWords} onChange={setCutAtWords} />
      </div>
      {isRunning && (
        <p role="status" className="mt-4 flex items-center gap-3 text-sm text-quiet">
          <Spinner />
          Creating the file…
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
        </p>
      )}
    </>
  );
}
