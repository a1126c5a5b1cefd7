import { memo } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { formatTime } from '#domain/timecode.ts';
import { languageProps } from '#web/lib/language-props.ts';
import { segmentElementId } from './segment-id.ts';
import type { SpeakerNames } from './speaker-names.ts';

interface SegmentRowProps {
  segment: TimestampedSegment;
  color: number;
  /** The speaker, given where the speaker changes; null if it is still the same. */
  speaker: string | null;
  names: SpeakerNames;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  /** What the menu of the name offers. */
  canEdit: boolean;
}

/**
 * One segment: its time, a button, and its words as one piece of text, so that the browser can find and select them.
 * There are thousands of rows: few elements, few attributes, styled in styles.css, and rendered again only when they change.
 */
export const SegmentRow = memo(function SegmentRow({
  segment,
  color,
  speaker,
  names,
  language,
  canEdit,
}: SegmentRowProps) {
  const time = formatTime(segment.start);
  const isEstimated = segment.timing === 'estimated';
  return (
    <li id={segmentElementId(segment.id)} className={`segment speaker-${color}`}>
      <button
        type="button"
        className="segment-time"
        aria-label={isEstimated ? `Play from ≈${time}, estimated` : `Play from ${time}`}
        title={isEstimated ? 'The times of these words are estimated' : undefined}
      >
        {isEstimated ? `≈${time}` : time}
      </button>
      {speaker !== null && (
        <button
          type="button"
          dir="auto"
          className="segment-speaker"
          data-speaker={speaker}
          aria-haspopup="menu"
          title={canEdit ? 'Rename, merge or change who says this' : 'Hear this voice'}
        >
          {names.nameOf(speaker)}
        </button>
      )}
      <p className="segment-words" {...languageProps(segment.text, language)}>
        {segment.text}
      </p>
    </li>
  );
});
