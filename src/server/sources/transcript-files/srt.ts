import { withoutSrtTags } from './cue-markup.ts';
import { cueTimes } from './cue-times.ts';
import { type FoundText, warnOf } from './found-text.ts';
import { nameCues } from './speaker-names.ts';

/** A subtitle as it stands in a file. */
export interface FileCue {
  startMs: number;
  endMs: number;
  lines: string[];
}

const NUMBER = /^\s*\d{1,9}\s*$/;

/**
 * Reads SubRip subtitles, also without numbers, without blank lines or with blank lines inside a text: what follows a line of times, up to
 * the next one, is its text. Null for a text without such lines.
 */
export function readSrt(text: string): FoundText | null {
  const lines = text.split(/\r\n?|\n/);
  const isTime = lines.map((line) => cueTimes(line) !== null);
  const isCounter = counterIn(lines, isTime);
  const cues: FileCue[] = [];
  let before = 0;
  for (const [index, line] of lines.entries()) {
    const times = isTime[index] ? cueTimes(line) : null;
    if (times) cues.push({ ...times, lines: [] });
    else if (line.trim() === '' || isCounter(index, cues.length + 1)) continue;
    else if (cues.length === 0) before += 1;
    else cues.at(-1)?.lines.push(line);
  }
  if (cues.length === 0) return null;
  const broken = cues.flatMap((cue) => cue.lines.filter((line) => line.includes('-->'))).length;
  const named = nameCues(cues.map((cue) => plainLines(cue.lines.map(withoutSrtTags))));
  return {
    format: 'srt',
    segments: cues.map(({ startMs, endMs }, index) => ({
      startMs,
      endMs,
      speaker: null,
      text: '',
      ...named[index],
    })),
    warnings: [
      ...warnOf(
        before,
        'line stands before the first time and was left out.',
        'lines stand before the first time and were left out.',
      ),
      ...warnOf(
        broken,
        'line looks like the times of a subtitle but cannot be read as times; it was taken for text.',
        'lines look like the times of a subtitle but cannot be read as times; they were taken for text.',
      ),
    ],
  };
}

/** Lines of a subtitle as one, without the marks that nobody sees. */
export function plainLines(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Tells the numbers of subtitles from texts that are numbers: the number directly above a line of times, if the file has numbers there, if
 * it is the next one, or if a blank line is above it; and a number alone at the end of the file.
 */
function counterIn(
  lines: readonly string[],
  isTime: readonly boolean[],
): (index: number, next: number) => boolean {
  const isNumber = (index: number) => NUMBER.test(lines[index] ?? '');
  const isBlank = (index: number) => (lines[index] ?? '').trim() === '';
  const times = isTime.flatMap((is, index) => (is ? [index] : []));
  const isNumbered = times.filter((index) => isNumber(index - 1)).length * 2 > times.length;
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return (index, next) => {
    if (!isNumber(index)) return false;
    if (index === last) return isBlank(index - 1);
    return isTime[index + 1] === true && (isNumbered || isBlank(index - 1) || Number(lines[index]) === next);
  };
}
