import { decodeEntities } from '../podcasts/plain-text.ts';
import { withoutVttTags } from './cue-markup.ts';
import { cueTimes } from './cue-times.ts';
import { type FoundSegment, type FoundText, warnOf } from './found-text.ts';
import { nameCues } from './speaker-names.ts';
import { type FileCue, plainLines } from './srt.ts';

const HEADER = /^WEBVTT(?:[ \t].*)?$/;
const VOICE = /<v(?:\.[^\s<>.]{0,100})*[ \t]+([^<>]{1,200})>/g;
const INNER_TIME = /<(?:\d{1,4}:)?\d{1,2}:\d{2}\.\d{3}>/;
/** Times of which players of WebVTT drop the subtitle, as they have a comma. */
const COMMA = /\d,\d{1,3}\s*-->|-->[^,]{0,30}\d,\d/;

/** Reads WebVTT subtitles (https://www.w3.org/TR/webvtt1/), in whose times commas are taken, too; null for a text without its header. */
export function readVtt(text: string): FoundText | null {
  const lines = text.split(/\r\n?|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!HEADER.test(lines[first] ?? '')) return null;
  const { cues, dropped, commas } = cuesIn(lines, first + 1);
  const { fresh, repeated } = withoutRollUp(cues);
  const voices = fresh.map(({ lines: own }) => voicesIn(own));
  const texts = fresh.map(({ lines: own }) =>
    plainLines(own.map((line) => decodeEntities(withoutVttTags(line)))),
  );
  const named = voices.some((own) => own.length > 0) ? undefined : nameCues(texts);
  return {
    format: 'vtt',
    segments: fresh.map(
      ({ startMs, endMs }, index): FoundSegment => ({
        startMs,
        endMs,
        speaker: voices[index]?.[0] ?? null,
        text: texts[index] ?? '',
        ...named?.[index],
      }),
    ),
    warnings: [
      ...warnOf(
        commas,
        'time has a comma where WebVTT has a point; it was read nevertheless.',
        'times have a comma where WebVTT has a point; they were read nevertheless.',
      ),
      ...warnOf(
        dropped,
        'block has no time that can be read and was left out.',
        'blocks have no time that can be read and were left out.',
      ),
      ...warnOf(
        voices.filter((own) => new Set(own).size > 1).length,
        'subtitle has several voices; it was given to the first of them.',
        'subtitles have several voices; each was given to the first of them.',
      ),
      ...warnOf(
        repeated,
        'line that repeats the one before it, as automatic captions do, was left out.',
        'lines that repeat the one before them, as automatic captions do, were left out.',
      ),
    ],
  };
}

/**
 * The cues after the header. A block ends with a blank line or before a line with an arrow; at most one line, the id, stands before a cue's
 * times. Comments, styles and regions are no cues.
 */
function cuesIn(
  lines: readonly string[],
  from: number,
): { cues: FileCue[]; dropped: number; commas: number } {
  const cues: FileCue[] = [];
  let dropped = 0;
  let commas = 0;
  let at = headerEnd(lines, from);
  while (at < lines.length) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1;
      continue;
    }
    const timeAt = [at, at + 1].find((index) => (lines[index] ?? '').includes('-->'));
    const times = timeAt === undefined ? null : cueTimes(lines[timeAt] ?? '');
    const textAt = (timeAt ?? at - 1) + 1;
    const end = blockEnd(lines, textAt);
    const last = cues.at(-1);
    if (times) {
      if (COMMA.test(lines[timeAt ?? at] ?? '')) commas += 1;
      cues.push({ ...times, lines: lines.slice(textAt, end) });
    } else if (timeAt === undefined && /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(lines[at] ?? '')) {
      // Said to nobody.
    } else if (timeAt === undefined && last?.lines.length === 0) {
      // Some programs write a blank line below the times.
      last.lines = lines.slice(at, end);
    } else dropped += 1;
    at = Math.max(end, at + 1);
  }
  return { cues, dropped, commas };
}

/** The header ends with a blank line; a line of times within it begins a cue. */
function headerEnd(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, index) => index >= from && (line.trim() === '' || line.includes('-->')));
  return end < 0 ? lines.length : end;
}

function blockEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end] !== '' && !(lines[end] ?? '').includes('-->')) end += 1;
  // The id of the next cue, if no blank line is before it, is text.
  return end;
}

/** The names of a cue's voices. */
function voicesIn(lines: readonly string[]): string[] {
  return Array.from(lines.join('\n').matchAll(VOICE), ([, name = '']) =>
    plainLines([decodeEntities(name)]),
  ).filter((name) => name !== '');
}

/** Cues of automatic captions, in which a line that stays on the screen comes again, without the times between its words. */
function withoutRollUp(cues: readonly FileCue[]): { fresh: FileCue[]; repeated: number } {
  if (!cues.some(({ lines }) => lines.some((line) => INNER_TIME.test(line))))
    return { fresh: [...cues], repeated: 0 };
  let shown = '';
  let repeated = 0;
  const plain = (line: string) => plainLines([withoutVttTags(line)]);
  const fresh = cues.map((cue) => {
    const lines = cue.lines.filter(
      (line) => INNER_TIME.test(line) || plain(line) !== shown || plain(line) === '',
    );
    repeated += cue.lines.length - lines.length;
    shown = plain(cue.lines.findLast((line) => plain(line) !== '') ?? '') || shown;
    return { ...cue, lines };
  });
  return { fresh, repeated };
}
