import { withoutSrtTags } from './cue-markup.ts';
import { type FoundSegment, type FoundText, warnOf } from './found-text.ts';
import { nameCues } from './speaker-names.ts';
import { plainLines } from './srt.ts';

const CLOCK = String.raw`(\d{1,4}):(\d{1,2}):(\d{1,2})\.(\d{1,3})`;
const TIMES = new RegExp(`^\\s*${CLOCK}\\s*,\\s*${CLOCK}\\s*$`);

/** Reads the subtitles that YouTube exports as SBV; null for a text without their lines of times. */
export function readSbv(text: string): FoundText | null {
  const cues: { startMs: number; endMs: number; lines: string[] }[] = [];
  let before = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const found = TIMES.exec(line)?.slice(1);
    if (found) cues.push({ startMs: clockMs(found), endMs: clockMs(found.slice(4)), lines: [] });
    else if (line.trim() === '') continue;
    else if (cues.length === 0) before += 1;
    else cues.at(-1)?.lines.push(line.replaceAll('[br]', ' '));
  }
  if (cues.length === 0) return null;
  const named = nameCues(cues.map(({ lines }) => plainLines(lines.map(withoutSrtTags))));
  return {
    format: 'sbv',
    segments: cues.map(
      ({ startMs, endMs }, index): FoundSegment => ({
        startMs,
        endMs,
        speaker: null,
        text: '',
        ...named[index],
      }),
    ),
    warnings: warnOf(
      before,
      'line stands before the first time and was left out.',
      'lines stand before the first time and were left out.',
    ),
  };
}

function clockMs([hours, minutes, seconds, fraction = '0']: readonly string[]): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
}
