import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '../speakers.ts';
import { cleanText } from './clean-text.ts';
import { splitIntoCues } from './subtitle-lines.ts';

/** How long the last subtitle stays when nobody knows its end. */
const LAST_CUE_MS = 3000;

/** A segment whose end may be missing, as data from elsewhere has it. */
export type SubtitleSegment = Pick<TimestampedSegment, 'speaker' | 'text' | 'start'> & {
  end?: number | null;
};
export type SubtitleSource = Pick<Transcript, 'speakerNames' | 'showSpeakers'> & {
  timestampedTranscript: readonly SubtitleSegment[];
};

export interface Cue {
  startMs: number;
  endMs: number;
  /** At most two lines. */
  text: string;
  /** What the speaker is called; null where there is no more than a default label to tell. */
  speaker: string | null;
  /** Which segment it is made of, counted from 0. */
  segmentIndex: number;
}

/** Where a speaker's name is told: in the text where the speaker changes, or apart from it. */
export type Naming = 'in-text' | 'apart';

/** Subtitles in order of time that never overlap; the parts of a long segment share its time evenly. */
export function cuesOf(source: SubtitleSource, naming: Naming = 'in-text'): Cue[] {
  const groups = groupByStart(namedTexts(source, naming));
  return groups.flatMap((group, index) => {
    const next = groups[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return shareTime(group, endOf(group, next));
  });
}

/** Whole milliseconds of seconds; an impossible time counts as 0. */
export function toMs(seconds: number): number {
  return Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
}

type Part = Pick<Cue, 'text' | 'speaker' | 'segmentIndex'>;
interface NamedText extends Part {
  segment: SubtitleSegment;
}
interface Group {
  startMs: number;
  /** The latest known end; null when none is known. */
  endMs: number | null;
  parts: Part[];
}

/** What begins at the same moment shares one stretch of time. */
function groupByStart(texts: readonly NamedText[]): Group[] {
  const groups: Group[] = [];
  for (const { segment, text, speaker, segmentIndex } of texts) {
    const startMs = toMs(segment.start);
    const endMs = typeof segment.end === 'number' && Number.isFinite(segment.end) ? toMs(segment.end) : null;
    const parts = splitIntoCues(text).map((part) => ({ text: part, speaker, segmentIndex }));
    if (parts.length === 0) continue;
    const last = groups.at(-1);
    if (last?.startMs === startMs) {
      last.parts.push(...parts);
      last.endMs = Math.max(last.endMs ?? 0, endMs ?? 0) || null;
    } else {
      groups.push({ startMs, endMs, parts });
    }
  }
  return groups;
}

/** Each segment's text with its speaker, if there is more than a default label to tell. */
function namedTexts(source: SubtitleSource, naming: Naming): NamedText[] {
  const speakers = describeSpeakers(source);
  const shown = new Set([...speakers.values()].map((speaker) => speaker.label));
  const isNamed = [...speakers.values()].some((speaker) => speaker.name !== speaker.label);
  const withNames = shown.size > 1 || isNamed;
  let previous: string | null = null;
  return source.timestampedTranscript
    .map((segment, segmentIndex) => ({ segment, segmentIndex }))
    .toSorted((a, b) => a.segment.start - b.segment.start)
    .map(({ segment, segmentIndex }) => {
      const name = cleanText(speakers.get(segment.speaker)?.name ?? segment.speaker);
      // An arrow inside a text could be taken for a line of times.
      const text = cleanText(segment.text).replaceAll('-->', '→');
      const speaker = withNames && name !== '' ? name : null;
      if (text === '') return { segment, segmentIndex, text, speaker };
      const isTold = speaker !== null && name !== previous && naming === 'in-text';
      previous = name;
      return {
        segment,
        segmentIndex,
        text: isTold ? `${name.replaceAll('-->', '→')}: ${text}` : text,
        speaker,
      };
    });
}

function endOf(group: Group, nextStartMs: number): number {
  const wanted =
    group.endMs !== null && group.endMs > group.startMs
      ? group.endMs
      : Number.isFinite(nextStartMs) && group.endMs === null
        ? nextStartMs
        : group.startMs + LAST_CUE_MS;
  return Math.min(wanted, nextStartMs);
}

function shareTime(group: Group, endMs: number): Cue[] {
  const step = (endMs - group.startMs) / group.parts.length;
  return group.parts.map((part, index) => ({
    ...part,
    startMs: group.startMs + Math.round(step * index),
    endMs: group.startMs + Math.round(step * (index + 1)),
  }));
}
