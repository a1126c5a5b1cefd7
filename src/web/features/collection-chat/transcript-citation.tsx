import { AudioLines } from 'lucide-react';
import type { TranscriptId } from '#contract/ids.ts';
import { formatTime } from '#domain/timecode.ts';
import { CITATION_CLASS, EDITED, OUTDATED_CLASS } from '#web/citations/citation-look.ts';
import { classNames } from '#web/lib/class-names.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { CitedTitle } from './cited-title.tsx';
import { GoneCitation } from './gone-citation.tsx';

interface TranscriptCitationProps {
  transcriptId: TranscriptId;
  seconds: number;
  /** Null if it is not there any more. */
  title: string | null;
  /** Said of a transcript that is not there any more. */
  goneNote: string;
  /** Whether the text there has been edited since. */
  isOutdated: boolean;
}

/** A cited moment of a transcript; the link opens it in a new tab. */
export function TranscriptCitationLink({
  transcriptId,
  seconds,
  title,
  goneNote,
  isOutdated,
}: TranscriptCitationProps) {
  const time = formatTime(seconds);
  if (title === null) return <GoneCitation words={time} note={goneNote} />;
  const link = (
    <a
      href={transcriptPath(transcriptId, seconds)}
      target="_blank"
      rel="noopener"
      aria-label={`${title} ${time}, opens in a new tab${isOutdated ? `. ${EDITED}.` : ''}`}
      title={isOutdated ? undefined : title}
      className={classNames(CITATION_CLASS, isOutdated && OUTDATED_CLASS)}
    >
      <AudioLines aria-hidden="true" />
      <CitedTitle title={title} />{' '}
      <span dir="ltr" className={classNames('tabular-nums', isOutdated && 'line-through')}>
        {time}
      </span>
    </a>
  );
  return isOutdated ? <Tooltip text={EDITED}>{link}</Tooltip> : link;
}
