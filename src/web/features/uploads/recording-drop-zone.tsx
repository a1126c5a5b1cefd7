import type { Ref } from 'react';
import { AUDIO_FORMATS, UPLOAD_ACCEPT, VIDEO_FORMATS } from '#contract/media-types.ts';
import { sizeText } from '#contract/upload-limits.ts';
import { maxUploadBytes } from '#web/lib/upload-limit.ts';
import { useEngines } from '#web/speech/data.ts';
import { bestAway } from '#web/speech/engine-options.ts';
import { DropZone } from '#web/ui/drop-zone.tsx';

interface RecordingDropZoneProps {
  problem: string | null;
  onFile: (file: File | undefined) => void;
  onDropped: (transfer: DataTransfer) => void;
  buttonRef: Ref<HTMLButtonElement>;
}

/** The drop zone for recordings. */
export function RecordingDropZone(props: RecordingDropZoneProps) {
  const isEnglishOnly = bestAway(useEngines()) === undefined;
  return (
    <DropZone
      title="Drag a recording here"
      hint={
        <>
          Audio ({AUDIO_FORMATS}) or video ({VIDEO_FORMATS}), up to {sizeText(maxUploadBytes())}.
          {isEnglishOnly && ' Speech in English.'}
        </>
      }
      inputLabel="Recording to upload"
      accept={UPLOAD_ACCEPT}
      {...props}
    />
  );
}
