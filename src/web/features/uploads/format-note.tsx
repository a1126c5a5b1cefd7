import { Info } from 'lucide-react';
import { mediaFormatOf } from '#contract/media-types.ts';
import { Notice } from '#web/ui/card.tsx';

/** Says of a file that is none of the usual formats that it is tried all the same. */
export function FormatNote({ file }: { file: Pick<File, 'name' | 'type'> }) {
  if (mediaFormatOf(file.type, file.name) !== 'other') return null;
  return (
    <Notice tone="info" icon={<Info />}>
      This is not one of the usual formats. It is tried all the same: if it cannot be read, the transcript
      says so soon after the file has arrived.
    </Notice>
  );
}
