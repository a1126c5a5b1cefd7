import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { KeptImport } from '#contract/imports.ts';
import { Switch } from '#web/ui/switch.tsx';

/** The text that comes with a recording: it belongs to that file only, and another one is transcribed. */
export function useTextFor(file: File | null) {
  const [given, setGiven] = useState<{ kept: KeptImport; file: File } | null>(null);
  const [isHeard, setHeard] = useState(false);
  const kept = given !== null && given.file === file ? given.kept : null;
  return {
    kept,
    isHeard,
    setHeard,
    give(found: KeptImport, recording: File) {
      setGiven({ kept: found, file: recording });
      setHeard(false);
    },
    /** For the call that processes the upload. */
    options: kept ? ({ importId: kept.id, importTiming: isHeard ? 'heard' : 'file' } as const) : undefined,
  };
}

interface ImportedTextFieldsProps {
  kept: KeptImport;
  isHeard: boolean;
  onHeard: (isHeard: boolean) => void;
}

/** Says which text is put onto the recording, and asks where its times come from. */
export function ImportedTextFields({ kept, isHeard, onHeard }: ImportedTextFieldsProps) {
  return (
    <div className="space-y-3">
      <p className="flex gap-2 text-sm text-quiet">
        <FileText className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          With the text of {kept.filename}.
          {!kept.hasTimes && ' Each word gets the time at which it is heard in the recording.'}
        </span>
      </p>
      {kept.hasTimes && (
        <Switch
          checked={isHeard}
          onChange={onHeard}
          label="Take the times from the recording"
          hint="Each word gets the time at which it is heard, instead of the file’s times."
        />
      )}
    </div>
  );
}
