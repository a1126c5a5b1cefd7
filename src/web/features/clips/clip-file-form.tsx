import { useMutation } from '@tanstack/react-query';
import { FileVideo2, Info } from 'lucide-react';
import { useState } from 'react';
import type { ClipFormat } from '#contract/clips.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { TimeRange } from '#domain/timeline.ts';
import { embeddedVideoId } from '#web/player/embed/embedded-video.ts';
import { isVideo } from '#web/player/media-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { showFailure } from '#web/ui/show-failure.ts';
import { Switch } from '#web/ui/switch.tsx';
import { createClipMutation } from './data.ts';

const FORMATS = [
  { value: 'mp4', label: 'MP4 (picture and sound)' },
  { value: 'mp3', label: 'MP3 (sound)' },
] as const satisfies readonly { value: ClipFormat; label: string }[];

interface ClipFileFormProps {
  transcript: Transcript;
  clip: TimeRange;
  /** Whether the stretch is one at all. */
  isPossible: boolean;
  /** Why no file can be made of this stretch. */
  refusal: string | null;
}

/** Makes a file of a stretch of the recording, or says why it cannot be done. */
export function ClipFileForm({ transcript, clip, isPossible, refusal }: ClipFileFormProps) {
  const hasPicture = isVideo(transcript);
  const [format, setFormat] = useState<ClipFormat>(hasPicture ? 'mp4' : 'mp3');
  const [captions, setCaptions] = useState(false);
  const create = useMutation({
    ...createClipMutation,
    onError: (error) => showFailure(error, 'The file could not be made.'),
  });
  if (embeddedVideoId(transcript) !== null) {
    return (
      <Notice tone="info" icon={<Info />}>
        {ERRORS.clip_of_embedded.message}
      </Notice>
    );
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        {hasPicture && (
          <Select
            label="File"
            value={format}
            options={FORMATS}
            onChange={setFormat}
            className="min-w-52 flex-1"
          />
        )}
        <Button
          variant="outline"
          isIdle={!isPossible || refusal !== null || create.isPending}
          onClick={() =>
            create.mutate({ params: { id: transcript.id }, body: { ...clip, format, captions } })
          }
        >
          <FileVideo2 aria-hidden="true" />
          {hasPicture ? 'Create file' : 'Create file (MP3)'}
        </Button>
      </div>
      {hasPicture && format === 'mp4' && (
        <Switch
          checked={captions}
          onChange={setCaptions}
          label="Captions in the picture"
          hint="The text as it is now, with the names of its speakers."
        />
      )}
      {refusal !== null && <p className="text-sm text-quiet">{refusal}</p>}
    </div>
  );
}
