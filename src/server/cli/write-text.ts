import type { SubtitleWords } from '#domain/exports/cues.ts';
import type { SubtitleFormat, TextFormat } from '#domain/exports/formats.ts';
import { type ExportSource, TEXT_EXPORTS } from '#domain/exports/text-exports.ts';

const NO_CUES: Record<SubtitleFormat, string> = { srt: '', vtt: 'WEBVTT\n' };

/** The text of an export; pass words if `usesWords` says so. A recording without speech has no subtitles, which is no failure here. */
export function writeText(
  format: TextFormat,
  source: ExportSource,
  words: SubtitleWords | undefined,
): string {
  const isSubtitles = format === 'srt' || format === 'vtt';
  if (isSubtitles && source.timestampedTranscript.length === 0) return NO_CUES[format];
  return TEXT_EXPORTS[format](source, words);
}
