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
  /** What is offered; everything when absent. */
  formats?: readonly ExportFormat[];
  /** Where the interface answers the words of the segments, for JSON and subtitles. */
  wordsPath: string;
  /** Shows a place in the recording; with it the menu offers to check the subtitles. */
  onJump?: (seconds: number) => void;
  /** The button that opens the menu, in place of 'Export'; told whether a file is being made. */
  trigger?: (isRunning: boolean) => ReactElement;
}

/** Gives the transcript as a file. Files are made in a worker; while one is, the menu offers to stop it. */
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
                  <MenuTick checked={cutAtWords} onChange={setCutAtWords} label={CUT_AT_WORDS} />
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
      {isRunning ? 'Exporting…' : 'Export'}
    </Button>
  );
}
