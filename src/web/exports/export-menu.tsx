import {
  Braces,
  Captions,
  CircleX,
  Download,
  FileCode,
  FileText,
  FileType,
  ListChecks,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, type ReactElement, useState } from 'react';
import { ALL_FORMATS, type ExportFormat, FORMATS } from '#domain/exports/formats.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator, MenuTick } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SubtitleCheckPanel } from './subtitle-check-panel.tsx';
import { CUT_AT_WORDS, useCutAtWords } from './use-cut-at-words.ts';
import { useExport } from './use-export.ts';

const ICONS: Record<ExportFormat, LucideIcon> = {
  txt: FileText,
  md: FileCode,
  pdf: FileText,
  docx: FileType,
  srt: Captions,
  vtt: Captions,
  json: Braces,
};

interface ExportMenuProps {
  transcript: ExportSource;
  /** The formats to offer; all when absent. */
  formats?: readonly ExportFormat[];
  /** The API path of the segments' words, which JSON and subtitles need. */
  wordsPath: string;
  /** Goes to a moment, in seconds. If present, the menu offers to check the subtitles. */
  onJump?: (seconds: number) => void;
  /** Renders the button that opens the menu, instead of 'Export'. `isRunning`: a file is being made. */
  trigger?: (isRunning: boolean) => ReactElement;
}

/** The menu that saves the transcript as a file. A worker makes the file; in the meantime, the menu offers to cancel. */
export function ExportMenu({
  transcript,
  formats = ALL_FORMATS,
  wordsPath,
  onJump,
  trigger = exportButton,
}: ExportMenuProps) {
  const [isChecking, setIsChecking] = useState(false);
  const { isRunning, save, cancel } = useExport(transcript, wordsPath);
  const [cutAtWords, setCutAtWords] = useCutAtWords();
  return (
    <>
      <Menu trigger={trigger(isRunning)}>
        {isRunning && (
          <MenuItem onSelect={cancel}>
            <CircleX aria-hidden="true" />
            Cancel export
          </MenuItem>
        )}
        {!isRunning &&
          formats.map((format) => {
            const Icon = ICONS[format];
            return (
              <Fragment key={format}>
                <MenuItem onSelect={() => void save(format, cutAtWords)}>
                  <Icon aria-hidden="true" />
                  {FORMATS[format].label}
                </MenuItem>
                {format === 'srt' && (
                  <MenuTick checked={cutAtWords} onChange={setCutAtWords} label={CUT_AT_WORDS} isSub />
                )}
              </Fragment>
            );
          })}
        {onJump && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setIsChecking(true)}>
              <ListChecks aria-hidden="true" />
              Check subtitles
            </MenuItem>
          </>
        )}
      </Menu>
      {isChecking && onJump && (
        <SubtitleCheckPanel
          transcript={transcript}
          wordsPath={wordsPath}
          cutAtWords={cutAtWords}
          onCutAtWords={setCutAtWords}
          onClose={() => setIsChecking(false)}
          onJump={onJump}
        />
      )}
    </>
  );
}

function exportButton(isRunning: boolean) {
  return (
    <Button variant="outline" size="sm" aria-busy={isRunning}>
      {isRunning ? <Spinner /> : <Download aria-hidden="true" />}
      <span>{isRunning ? 'Exporting…' : 'Export'}</span>
    </Button>
  );
}
