import type { TimestampedSegment } from '#contract/transcripts.ts';
import type { Speaker } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { segmentElementId } from './segment-id.ts';

interface SegmentRowProps {
  index: number;
  segment: TimestampedSegment;
  /** Told where somebody else begins to speak. */
  speaker: Speaker;
  isNewSpeaker: boolean;
}

/**
 * One segment: its time, a button, and its words as one piece of text, so that the browser can find and select them.
 * There are thousands of rows: few elements, few attributes, and their looks in styles.css.
 */
export function SegmentRow({ index, segment, speaker, isNewSpeaker }: SegmentRowProps) {
  const time = formatTime(segment.start);
  const isEstimated = segment.timing === 'estimated';
  return (
    <li id={segmentElementId(index)} className={`segment speaker-${speaker.color}`}>
      {isNewSpeaker && <p className="segment-speaker">{speaker.name}</p>}
      <button
        type="button"
        className="segment-time"
        aria-label={isEstimated ? `Play from ≈${time}, estimated` : `Play from ${time}`}
        title={isEstimated ? 'The times of these words are estimated' : undefined}
      >
        {isEstimated ? `≈${time}` : time}
      </button>
      <p className="segment-words" dir="auto">
        {segment.text}
      </p>
    </li>
  );
}
