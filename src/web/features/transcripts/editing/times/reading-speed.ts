import { MAX_CHARACTERS_PER_SECOND, MAX_CUE_MS, MIN_CUE_MS } from '#domain/exports/subtitle-check.ts';
import { readingLength, splitIntoCues } from '#domain/exports/subtitle-lines.ts';
import type { Span } from '#domain/retime.ts';
import { formatCount } from '#web/lib/format.ts';

/** What does not change while times are set: how much there is to read, and in how many subtitles. */
export interface ReadingLoad {
  characters: number;
  cues: number;
}

/** How much there is to read in a text. Takes time with its length. */
export function readingLoadOf(text: string): ReadingLoad {
  return { characters: readingLength(text), cues: Math.max(1, splitIntoCues(text).length) };
}

/** '3.250 s · 14 characters a second'. */
export function paceText(span: Span, load: ReadingLoad): string {
  return `${lengthText(span)} · ${formatCount(Math.round(speedOf(span, load)), 'character')} a second`;
}

/** The same with what the check of subtitles would say about these times; null if nothing. */
export function paceProblem(span: Span, load: ReadingLoad): string | null {
  const speed = speedOf(span, load);
  if (speed > MAX_CHARACTERS_PER_SECOND) {
    const count = formatCount(Math.ceil(speed), 'character');
    return `${lengthText(span)} · ${count} a second, more than ${MAX_CHARACTERS_PER_SECOND}`;
  }
  const cueMs = (span.endMs - span.startMs) / load.cues;
  const shown = lengthText(span) + (load.cues > 1 ? `, ${inSeconds(cueMs)} for each subtitle` : '');
  if (cueMs < MIN_CUE_MS) return `${shown}, less than ${inSeconds(MIN_CUE_MS)}`;
  return cueMs > MAX_CUE_MS ? `${shown}, more than ${MAX_CUE_MS / 1000} s` : null;
}

/** '3.250 s'. */
export const lengthText = ({ startMs, endMs }: Span) => inSeconds(endMs - startMs);

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(3)} s`;

function speedOf({ startMs, endMs }: Span, { characters }: ReadingLoad): number {
  return (characters * 1000) / Math.max(1, endMs - startMs);
}
