import type { TranscriptPreview } from '#contract/imports.ts';
import { type FoundText, warnOf } from './found-text.ts';

/**
 * What was found in a file, as it is shown: in seconds, without parts that have no text. Times that cannot be are mended and told; texts never
 * go, and the order of the file stays.
 */
export function previewOf(found: FoundText): Omit<TranscriptPreview, 'encoding'> {
  const segments: TranscriptPreview['segments'] = [];
  const odd = { negative: 0, reversed: 0, backwards: 0, overlapping: 0 };
  let last: { start: number; end: number | null } | undefined;
  for (const { startMs, endMs, speaker, text } of found.segments) {
    const said = text.replace(/\s+/g, ' ').trim();
    if (said === '') continue;
    if ((startMs ?? 0) < 0 || (endMs ?? 0) < 0) odd.negative += 1;
    const start = secondsOf(startMs);
    let end = secondsOf(endMs);
    if (start !== null && end !== null && end < start) {
      odd.reversed += 1;
      end = null;
    }
    if (start !== null && last && start < last.start) odd.backwards += 1;
    else if (start !== null && last?.end != null && start < last.end) odd.overlapping += 1;
    if (start !== null) last = { start, end };
    segments.push({ start, end, speaker: speaker?.replace(/\s+/g, ' ').trim() || null, text: said });
  }
  const warnings = [
    ...found.warnings,
    ...warnOf(
      odd.negative,
      'part has a negative time; it became 0.',
      'parts have negative times; they became 0.',
    ),
    ...warnOf(
      odd.reversed,
      'part ends before it begins; its end was left out.',
      'parts end before they begin; their ends were left out.',
    ),
    ...warnOf(
      odd.backwards,
      'part begins before the one above it; the order of the file was kept.',
      'parts begin before the ones above them; the order of the file was kept.',
    ),
    ...warnOf(
      odd.overlapping,
      'part begins before the one above it has ended.',
      'parts begin before the ones above them have ended.',
    ),
  ];
  return { format: found.format, segments, warnings };
}

function secondsOf(ms: number | null): number | null {
  return ms === null || !Number.isFinite(ms) ? null : Math.max(0, Math.round(ms)) / 1000;
}
