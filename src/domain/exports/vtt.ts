import { linesWithMarks } from '../text-direction.ts';
import { formatSubtitleTime } from '../timecode.ts';
import { type Cue, cuesOf, type SubtitleSource, type SubtitleWords } from './cues.ts';

/** The message if there are no segments to make subtitles from. */
export const VTT_NEEDS_SEGMENTS = 'WebVTT export requires timestamped transcript data';

/** The subtitles of a WebVTT file. Each part of a segment is shown when its words are said, or has an even share of the time if they are not known. */
export function vttCues(source: SubtitleSource, words?: SubtitleWords): Cue[] {
  return cuesOf(source, { naming: 'apart', words });
}

/**
 * The transcript as WebVTT subtitles (https://www.w3.org/TR/webvtt1/), numbered from 1, each with a voice tag for its speaker unless the
 * only speaker has just a default label. Throws an Error with the message VTT_NEEDS_SEGMENTS if there are no subtitles.
 */
export function exportVtt(source: SubtitleSource, words?: SubtitleWords): string {
  const cues = vttCues(source, words);
  if (cues.length === 0) throw new Error(VTT_NEEDS_SEGMENTS);
  const blocks = cues.map(({ startMs, endMs, text, speaker }, index) => {
    const voice = speaker === null ? '' : `<v ${escaped(speaker)}>`;
    return `${index + 1}\n${vttTime(startMs)} --> ${vttTime(endMs)}\n${voice}${escaped(linesWithMarks(text, source.language))}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function vttTime(ms: number): string {
  return formatSubtitleTime(ms).replace(',', '.');
}

/** Escapes tags and entities, the only markup of WebVTT; without '>', there is no arrow either. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
