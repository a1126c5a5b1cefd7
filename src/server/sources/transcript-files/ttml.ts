import { Parser } from 'htmlparser2';
import { type FoundSegment, type FoundText, warnOf } from './found-text.ts';

/** How times are counted in a file. */
interface Clock {
  framesASecond: number;
  ticksASecond: number;
}
/** An element that is open: its times within the whole, and whether its text is said. */
interface Open {
  name: string;
  startMs: number | null;
  endMs: number | null;
  agent: string | null;
  /** The paragraph that it is or stands in. */
  segment: FoundSegment | undefined;
  /** Whether spaces and breaks of lines are what they are. */
  isText: boolean;
}

/** Deeper than any file that people make. */
const MAX_DEPTH = 200;

/** Reads TTML and DFXP (https://www.w3.org/TR/ttml2/): each paragraph is a segment. Null for XML of another kind. */
export function readTtml(text: string): FoundText | null {
  if (!/^\s*</.test(text)) return null;
  let clock: Clock | undefined;
  let hasRoot = false;
  let unread = 0;
  const segments: FoundSegment[] = [];
  const names = new Map<string, string>();
  const stack: Open[] = [];
  let agent: { id: string; name: string } | undefined;
  const endsBySpans = new Set<FoundSegment>();
  const parser = new Parser(
    {
      onopentag: (tag, written) => {
        const name = local(tag);
        if (!hasRoot) {
          hasRoot = true;
          if (name === 'tt') clock = clockOf(written);
        }
        if (!clock) return;
        const get = (key: string) => attributeOf(written, key);
        const outer = stack.at(-1);
        if (stack.length > MAX_DEPTH) throw new Error('The elements are nested too deeply.');
        const times = timesOf(get, outer?.startMs ?? 0, clock);
        unread += times.unread;
        const open: Open = {
          name,
          startMs: times.startMs ?? outer?.startMs ?? null,
          endMs: times.endMs ?? outer?.endMs ?? null,
          agent: get('agent')?.trim().split(/\s+/)[0] ?? outer?.agent ?? null,
          // How a word is spoken stands above it, and words about the text are none of it.
          isText:
            (outer?.isText === true || name === 'p') &&
            name !== 'metadata' &&
            !/^text/.test(get('ruby') ?? ''),
          segment: outer?.segment,
        };
        if (name === 'p') {
          open.segment = { startMs: open.startMs, endMs: open.endMs, speaker: open.agent, text: '' };
          segments.push(open.segment);
          if (open.endMs === null) endsBySpans.add(open.segment);
        } else if (name === 'agent') agent = { id: get('id') ?? '', name: '' };
        else if (open.segment) {
          const { segment } = open;
          if (name === 'br') segment.text += ' ';
          segment.speaker ??= open.agent;
          // Times may stand on the spans of a paragraph alone.
          segment.startMs ??= times.startMs;
          if (endsBySpans.has(segment)) segment.endMs = times.endMs ?? segment.endMs;
        }
        stack.push(open);
      },
      ontext: (piece) => {
        const open = stack.at(-1);
        if (open?.segment && open.isText) open.segment.text += piece;
        else if (agent && open?.name === 'name') agent.name += piece;
      },
      onclosetag: (tag) => {
        if (local(tag) === 'agent' && agent) {
          names.set(agent.id, agent.name.trim());
          agent = undefined;
        }
        if (stack.at(-1)?.name === local(tag)) stack.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (!clock) return null;
  return {
    format: 'ttml',
    segments: segments.map((segment) => ({
      ...segment,
      speaker: segment.speaker === null ? null : names.get(segment.speaker) || segment.speaker,
    })),
    warnings: warnOf(
      unread,
      'time cannot be read and was left out.',
      'times cannot be read and were left out.',
    ),
  };
}

/** The name of an element or attribute without its prefix, which varies. */
function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributeOf(written: Record<string, string>, key: string): string | undefined {
  const found = Object.keys(written).find((name) => local(name) === key);
  return found === undefined ? undefined : written[found];
}

function clockOf(written: Record<string, string>): Clock {
  const [over = 1, under = 1] = (attributeOf(written, 'frameRateMultiplier') ?? '')
    .split(/[\s:]+/)
    .map(Number);
  const said = positive(attributeOf(written, 'frameRate'));
  const framesASecond = (said ?? 30) * (over > 0 && under > 0 ? over / under : 1);
  const subFrames = positive(attributeOf(written, 'subFrameRate')) ?? 1;
  const ticksASecond = positive(attributeOf(written, 'tickRate')) ?? (said ? framesASecond * subFrames : 1);
  return { framesASecond, ticksASecond };
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

/** Times are counted from the beginning of the element around them. */
function timesOf(
  get: (key: string) => string | undefined,
  fromMs: number,
  clock: Clock,
): { startMs: number | null; endMs: number | null; unread: number } {
  const [begin, end, dur] = ['begin', 'end', 'dur'].map((key) => {
    const written = get(key);
    return written === undefined ? undefined : timeMs(written, clock);
  });
  const unread = [begin, end, dur].filter((time) => time === null).length;
  const startMs = begin == null ? null : fromMs + begin;
  const endMs = end == null ? (dur == null ? null : (startMs ?? fromMs) + dur) : fromMs + end;
  return { startMs, endMs, unread };
}

/** 'hh:mm:ss.fff', 'hh:mm:ss:ff' with frames, or a number with its unit; null for anything else. */
function timeMs(written: string, { framesASecond, ticksASecond }: Clock): number | null {
  const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:([.,:])(\d{1,9})(?:\.\d{1,9})?)?$/.exec(written.trim());
  if (clock) {
    const [, hours, minutes, seconds, sign, rest = '0'] = clock;
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return 1000 * (whole + (sign === ':' ? Number(rest) / framesASecond : Number(`0.${rest}`)));
  }
  const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(written.trim());
  if (!offset) return null;
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / framesASecond, t: 1 / ticksASecond };
  return 1000 * Number(offset[1]) * units[offset[2] as keyof typeof units];
}
