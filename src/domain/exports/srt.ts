import { formatSubtitleTime } from '../timecode.ts';
import { type Cue, cuesOf, type SubtitleSource, type SubtitleWords } from './cues.ts';

/** Shown when there are no segments to make subtitles of. */
export const SRT_NEEDS_SEGMENTS = 'SRT export requires timestamped transcript data';

/** What SRT shows: the parts of a long segment share its time evenly, unless words are given; then each is shown when it is said. */
export function srtCues(source: SubtitleSource, words?: SubtitleWords): Cue[] {
  return cuesOf(source, { naming: 'in-text', words });
}

/**
 * The transcript as SubRip subtitles, numbered from 1; with words given, cut at their times. Throws an Error with SRT_NEEDS_SEGMENTS when
 * there is nothing to show.
 */
export function exportSrt(source: SubtitleSource, words?: SubtitleWords): string {
  const cues = srtCues(source, words);
  if (cues.length === 0) throw new Error(SRT_NEEDS_SEGMENTS);
  return cues
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${formatSubtitleTime(startMs)} --> ${formatSubtitleTime(endMs)}\n${text}\n`,
    )
    .join('\n');
}
