import type { TimestampedSegment, Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '../speakers.ts';
import { formatSubtitleTime } from '../timecode.ts';
import { splitIntoCues } from './subtitle-lines.ts';

/** Shown when there are no segments to make subtitles of. */
export const SRT_NEEDS_SEGMENTS = 'SRT export requires timestamped transcript data';

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
  text: string;
}

/** The transcript as SubRip subtitles. */
export function exportSrt(source: SubtitleSource): string {
  if (source.timestampedTranscript.length === 0) throw new Error(SRT_NEEDS_SEGMENTS);
  return cuesOf(source)
    .map(
      ({ startMs, endMs, text }, index) =>
        `${index + 1}\n${formatSubtitleTime(startMs)} --> ${formatSubtitleTime(endMs)}\n${text}\n`,
    )
    .join('\n');
}

/** Subtitles in order of time that never overlap; the parts of a long segment share its time evenly. */
export function cuesOf(source: SubtitleSource): Cue[] {
  const groups = groupByStart(source);
  return groups.flatMap((group, index) => {
    const next = groups[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return shareTime(group, endOf(group, next));
  });
}

interface Group {
  startMs: number;
  /** The latest known end; null when none is known. */
  endMs: number | null;
  texts: string[];
}

/** What begins at the same moment shares one stretch of time. */
function groupByStart(source: SubtitleSource): Group[] {
  const groups: Group[] = [];
  for (const { segment, text } of namedTexts(source)) {
    const startMs = toMs(segment.start);
    const endMs = typeof segment.end === 'number' && Number.isFinite(segment.end) ? toMs(segment.end) : null;
    const cues = splitIntoCues(text);
    if (cues.length === 0) continue;
    const last = groups.at(-1);
    if (last?.startMs === startMs) {
      last.texts.push(...cues);
      last.endMs = Math.max(last.endMs ?? 0, endMs ?? 0) || null;
    } else {
      groups.push({ startMs, endMs, texts: cues });
    }
  }
  return groups;
}

/** Each segment's text, with the speaker's name where the speaker changes, if there is more than a default label to tell. */
function namedTexts(source: SubtitleSource): { segment: SubtitleSegment; text: string }[] {
  const speakers = describeSpeakers(source);
  const shown = new Set([...speakers.values()].map((speaker) => speaker.label));
  const isNamed = [...speakers.values()].some((speaker) => speaker.name !== speaker.label);
  const withNames = shown.size > 1 || isNamed;
  let previous: string | null = null;
  return source.timestampedTranscript
    .toSorted((a, b) => a.start - b.start)
    .map((segment) => {
      const name = speakers.get(segment.speaker)?.name ?? segment.speaker;
      const text = cleaned(segment.text);
      if (text === '') return { segment, text };
      const isNew = name !== previous;
      previous = name;
      return { segment, text: withNames && isNew ? `${name}: ${text}` : text };
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
  const step = (endMs - group.startMs) / group.texts.length;
  return group.texts.map((text, index) => ({
    startMs: group.startMs + Math.round(step * index),
    endMs: group.startMs + Math.round(step * (index + 1)),
    text,
  }));
}

function toMs(seconds: number): number {
  return Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
}

// An arrow inside a text could be taken for a line of times.
function cleaned(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('-->', '→').trim();
}
