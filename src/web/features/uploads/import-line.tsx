import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { KeptImport } from '#contract/imports.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { Button } from '#web/ui/button.tsx';

const ImportDialog = lazily(async () => (await import('#web/imports/import-dialog.tsx')).ImportDialog);

interface ImportLineProps {
  /** Called with a text and the recording that it belongs to. */
  onRecording: (text: KeptImport, recording: File) => void;
  onImported: (id: TranscriptId) => void;
}

/** The line under the drop zone for people who have a text already. */
export function ImportLine({ onRecording, onImported }: ImportLineProps) {
  const [isOpen, setOpen] = useState(false);
  // A new dialog each time, without the file of the last one.
  const [opened, setOpened] = useState(0);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1">
      Have a transcript already?
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          setOpened(opened + 1);
          setOpen(true);
        }}
      >
        Import it
      </Button>
      {opened > 0 && (
        <ImportDialog
          key={opened}
          onto={null}
          open={isOpen}
          onOpenChange={setOpen}
          onRecording={onRecording}
          onImported={onImported}
        />
      )}
    </p>
  );
}
