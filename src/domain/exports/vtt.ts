import { formatSubtitleTime } from '../timecode.ts';
import { type Cue, cuesOf, type SubtitleSource, type SubtitleWords } from './cues.ts';

/** Shown when there are no segments to make subtitles of. */
export const VTT_NEEDS_SEGMENTS = 'WebVTT export requires timestamped transcript data';

/** What WebVTT shows: each part of a segment when its words are said; where they are not known, an even share of its time. */
export function vttCues(source: SubtitleSource, words?: SubtitleWords): Cue[] {
  return cuesOf(source, { naming: 'apart', words });
}

/**
 * The transcript as WebVTT subtitles (https://www.w3.org/TR/webvtt1/), numbered from 1, each with a voice tag of its speaker where there
 * is more than a default label to tell. Throws an Error with VTT_NEEDS_SEGMENTS when there is nothing to show.
 */
export function exportVtt(source: SubtitleSource, words?: SubtitleWords): string {
  const cues = vttCues(source, words);
  if (cues.length === 0) throw new Error(VTT_NEEDS_SEGMENTS);
  const blocks = cues.map(({ startMs, endMs, text, speaker }, index) => {
    const voice = speaker === null ? '' : `<v ${escaped(speaker)}>`;
    return `${index + 1}\n${vttTime(startMs)} --> ${vttTime(endMs)}\n${voice}${escaped(text)}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function vttTime(ms: number): string {
  return formatSubtitleTime(ms).replace(',', '.');
}

/** Tags and entities are all that WebVTT knows; without '>' there is no arrow either. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
