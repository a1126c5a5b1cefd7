import { linesWithMarks } from '../text-direction.ts';
import { formatSubtitleTime } from '../timecode.ts';
import { type Cue, cuesOf, type SubtitleSource, type SubtitleWords } from './cues.ts';

/** The message if there are no segments to make subtitles from. */
export const SRT_NEEDS_SEGMENTS = 'SRT export requires timestamped transcript data';

/** The subtitles of an SRT file. The parts of a long segment share its time evenly; with `words`, each is shown when it is said. */
export function srtCues(source: SubtitleSource, words?: SubtitleWords): Cue[] {
  return cuesOf(source, { naming: 'in-text', words });
}

/**
 * The transcript as SubRip subtitles, numbered from 1; timed by `words` if given. Throws an Error with the message SRT_NEEDS_SEGMENTS if
 * there are no subtitles.
 */
export function exportSrt(source: SubtitleSource, words?: SubtitleWords): string {
  const cues = srtCues(source, words);
  if (cues.length === 0) throw new Error(SRT_NEEDS_SEGMENTS);
  return cues
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${formatSubtitleTime(startMs)} --> ${formatSubtitleTime(endMs)}\n${linesWithMarks(text, source.language)}\n`,
    )
    .join('\n');
}
