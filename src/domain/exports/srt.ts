import { formatSubtitleTime } from '../timecode.ts';
import { cuesOf, type SubtitleSource } from './cues.ts';

/** Shown when there are no segments to make subtitles of. */
export const SRT_NEEDS_SEGMENTS = 'SRT export requires timestamped transcript data';

/** The transcript as SubRip subtitles, numbered from 1. Throws an Error with SRT_NEEDS_SEGMENTS when there is nothing to show. */
export function exportSrt(source: SubtitleSource): string {
  const cues = cuesOf(source);
  if (cues.length === 0) throw new Error(SRT_NEEDS_SEGMENTS);
  return cues
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${formatSubtitleTime(startMs)} --> ${formatSubtitleTime(endMs)}\n${text}\n`,
    )
    .join('\n');
}
