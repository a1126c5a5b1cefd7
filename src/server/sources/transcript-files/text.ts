import { joinWords } from '#domain/tokens.ts';
import { decodeEntities } from '../podcasts/plain-text.ts';
import { type FoundSegment, type FoundText, warnOf } from './found-text.ts';
import { looksLikeName, nameSpeakers } from './speaker-names.ts';

const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?`;
const OPEN = '[[({<]';
const CLOSE = '[\\])}>]';
/** '[0:12 --> 0:15]', '00:12 - 00:15'. */
const RANGE = new RegExp(
  `^${OPEN}?\\s?(${CLOCK})\\s?${CLOSE}?\\s*(?:-{1,2}>|→|-|–|—|to)\\s*${OPEN}?(${CLOCK})\\s?${CLOSE}?(?=\\s|:|$)\\s?[-–—:]?\\s*`,
);
const TIME_FIRST = new RegExp(`^${OPEN}\\s?(${CLOCK})\\s?${CLOSE}\\s*[-–—:]?\\s*`);
const BARE_FIRST = new RegExp(`^(${CLOCK})(?:\\s+[-–—:]?\\s*|$)`);
/** 'Ann (0:12)', 'Ann [0:12]: Hello.' */
const NAME_THEN_TIME = new RegExp(
  `^([^[\\](){}<>:]{1,80}?)\\s*[:,-]?\\s*[[(]\\s?(${CLOCK})\\s?[\\])]\\s*:?\\s*`,
);
/** 'Ann  0:12' with nothing behind it. */
const NAME_BARE_TIME = new RegExp(`^([^[\\](){}<>:]{1,80}?):?\\s+[-–—]?\\s*(${CLOCK}):?$`);
/** '[Ann Smith] 14:03:22', as Zoom writes it: the time of day. */
const NAME_THEN_DAYTIME = /^\[([^\][]{1,80})\]\s+(\d{1,2}:\d{2}:\d{2})$/;
/** A row of a table: time, name, text. */
const ROW = new RegExp(`^(${CLOCK})\\t([^\\t]{1,80})\\t`);
/** What services write around what is said. */
const OF_SERVICE =
  /^(?:Transcribed by https:\/\/otter\.ai|Transcription ended after [\d:]+|This editable transcript was computer generated.{0,200}|.{0,200}Audio automatically transcribed by Sonix)$/i;
/** Times without brackets count if so many lines have them: '10:30' also stands in prose. */
const LEAST_BARE = 2;
const LEAST_BARE_SHARE = 0.2;
const DAY_MS = 24 * 60 * 60_000;

interface Line {
  text: string;
  /** Whether an empty line is before it. */
  isAfterBlank: boolean;
}
interface Head {
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  rest: string;
}

/**
 * Reads a plain text, or Markdown as it is exported here: paragraphs, with times and speakers where they stand at the beginning of
 * lines. Any text can be read. What stands before the first time, and what services add, is none of what is said.
 */
export function readText(whole: string): FoundText {
  const isMarkdown = /^\s*# \S/.test(whole);
  const all = linesOf(isMarkdown ? plainMarkdown(whole) : whole);
  const lines = all.filter(({ text }) => !OF_SERVICE.test(text));
  const { heads, hasDaytimes } = headsOf(lines);
  const segments = segmentsOf(lines, heads);
  const first = segments.findIndex(({ startMs }) => startMs !== null);
  const said = first < 0 ? segments : segments.slice(first);
  return {
    format: 'txt',
    segments: hasDaytimes ? countedFrom(said[0]?.startMs ?? 0, said) : said,
    warnings: [
      ...warnOf(
        Math.max(0, first),
        'paragraph stands before the first time; it was taken for a title and left out.',
        'paragraphs stand before the first time; they were taken for titles and left out.',
      ),
      ...warnOf(
        all.length - lines.length,
        'line of the service that made the file was left out.',
        'lines of the service that made the file were left out.',
      ),
      ...(hasDaytimes ? ['The times are times of day; they were counted from the first one.'] : []),
    ],
  };
}

function countedFrom(firstMs: number, segments: readonly FoundSegment[]): FoundSegment[] {
  return segments.map((segment) => ({
    ...segment,
    // Past midnight, the clock begins anew.
    startMs: segment.startMs === null ? null : (segment.startMs - firstMs + DAY_MS) % DAY_MS,
  }));
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let isAfterBlank = true;
  for (const raw of text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)) {
    const line = raw
      .replace(ROW, (row, time: string, name: string) => (looksLikeName(name) ? `[${time}] ${name}: ` : row))
      .replace(/[\u200b\u200e\u200f\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (line !== '') lines.push({ text: line, isAfterBlank });
    isAfterBlank = line === '';
  }
  return lines;
}

/** Undoes what domain/exports/markdown.ts writes: marks of bold and escapes. */
function plainMarkdown(text: string): string {
  return decodeEntities(
    text.replace(/^\*\*(.{1,300})\*\* \(/gm, '$1 (').replace(/\\([!-/:-@[-`{-~])/g, '$1'),
  );
}

/** What stands at the beginning of each line; null for a line that goes on. */
function headsOf(lines: readonly Line[]): { heads: (Head | null)[]; hasDaytimes: boolean } {
  const isBare = ({ text }: Line) => BARE_FIRST.test(text) || nameWithBareTime(text) !== null;
  const bare = lines.filter(isBare).length;
  const takesBare = bare >= LEAST_BARE && bare >= lines.length * LEAST_BARE_SHARE;
  const hasDaytimes = lines.some(({ text }) => NAME_THEN_DAYTIME.test(text));
  const timed = lines.map(({ text }) => (hasDaytimes ? daytimeHead(text) : timedHead(text, takesBare)));
  // Names are sought where somebody begins to speak: behind times if there are any, else in all lines.
  const texts = lines.map(({ text }, index) => timed[index]?.rest ?? text);
  const isBehindTimes = timed.some((head) => head !== null && head.speaker === null && head.rest !== '');
  const places = lines.flatMap((_, index) => {
    const head = timed[index] ?? null;
    return (isBehindTimes ? head?.speaker === null : head === null) ? [index] : [];
  });
  const named = new Map(
    nameSpeakers(places.map((index) => texts[index] ?? '')).map((found, at) => [places[at], found]),
  );
  const heads = lines.map((_, index): Head | null => {
    const head = timed[index] ?? null;
    const name = head?.speaker == null ? named.get(index) : undefined;
    if (name?.speaker == null) return head;
    return { startMs: null, endMs: null, ...head, speaker: name.speaker, rest: name.text };
  });
  return { heads, hasDaytimes };
}

function daytimeHead(text: string): Head | null {
  const [, speaker = '', clock] = NAME_THEN_DAYTIME.exec(text) ?? [];
  return clock === undefined ? null : { startMs: clockMs(clock), endMs: null, speaker, rest: '' };
}

function timedHead(text: string, takesBare: boolean): Head | null {
  const range = RANGE.exec(text);
  if (range) {
    const times = { startMs: clockMs(range[1]), endMs: clockMs(range[2]) };
    return { ...times, speaker: null, rest: text.slice(range[0].length) };
  }
  const first = TIME_FIRST.exec(text) ?? (takesBare ? BARE_FIRST.exec(text) : null);
  if (first)
    return { startMs: clockMs(first[1]), endMs: null, speaker: null, rest: text.slice(first[0].length) };
  const named = NAME_THEN_TIME.exec(text);
  if (named && looksLikeName(named[1] ?? ''))
    return {
      startMs: clockMs(named[2]),
      endMs: null,
      speaker: named[1] ?? '',
      rest: text.slice(named[0].length),
    };
  return takesBare ? nameWithBareTime(text) : null;
}

function nameWithBareTime(text: string): Head | null {
  const found = text.length > 120 ? null : NAME_BARE_TIME.exec(text);
  if (!found || !looksLikeName(found[1] ?? '')) return null;
  return { startMs: clockMs(found[2]), endMs: null, speaker: found[1] ?? '', rest: '' };
}

function clockMs(clock: string | undefined): number {
  const parts = (clock ?? '').replace(',', '.').split(':').map(Number);
  return Math.round(1000 * parts.reduce((sum, part) => sum * 60 + part, 0));
}

function segmentsOf(lines: readonly Line[], heads: readonly (Head | null)[]): FoundSegment[] {
  const segments: {
    startMs: number | null;
    endMs: number | null;
    speaker: string | null;
    texts: string[];
  }[] = [];
  for (const [index, { text, isAfterBlank }] of lines.entries()) {
    const head = heads[index];
    const open = segments.at(-1);
    const isOpenEmpty = open?.texts.length === 0;
    if (head) {
      const { rest, ...begins } = head;
      const texts = rest === '' ? [] : [rest];
      // A time alone and a name alone, in two lines, are one head.
      if (open && isOpenEmpty && (open.startMs === null || begins.startMs === null))
        Object.assign(open, {
          startMs: open.startMs ?? begins.startMs,
          endMs: open.endMs ?? begins.endMs,
          speaker: begins.speaker ?? open.speaker,
          texts,
        });
      else segments.push({ ...begins, texts });
    } else if (open && (isOpenEmpty || !isAfterBlank)) open.texts.push(text);
    else segments.push({ startMs: null, endMs: null, speaker: null, texts: [text] });
  }
  return segments.map(({ texts, ...rest }) => ({ ...rest, text: joinWords(texts) }));
}
