import type { SegmentWords, TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { describeSpeakers } from '../speakers.ts';
import { cleanText } from './clean-text.ts';
import { type CutText, type SpokenTime, spokenTimes } from './spoken-times.ts';
import { splitIntoCues } from './subtitle-lines.ts';

/** How long the last subtitle is shown if its end is unknown. */
const LAST_CUE_MS = 3000;

/** A segment whose end may be missing, as in imported data. The id and revision identify its words. */
export type SubtitleSegment = Pick<TimestampedSegment, 'speaker' | 'text' | 'start'> &
  Partial<Pick<TimestampedSegment, 'id' | 'revision'>> & {
    end?: number | null;
  };
/** The words of segments, by segment id. */
export type SubtitleWords = ReadonlyMap<number, SegmentWords>;
export type SubtitleSource = Pick<Transcript, 'speakerNames' | 'showSpeakers'> &
  Partial<Pick<Transcript, 'language'>> & {
    timestampedTranscript: readonly SubtitleSegment[];
  };

export interface Cue {
  startMs: number;
  endMs: number;
  /** At most two lines. */
  text: string;
  /** The speaker's name; null if the only speaker has just a default label. */
  speaker: string | null;
  /** The index of its segment, counted from 0. */
  segmentIndex: number;
}

/** Where a speaker's name goes: into the text where the speaker changes, or only into `Cue.speaker`. */
export type Naming = 'in-text' | 'apart';

export interface CueOptions {
  naming: Naming;
  /** If these include the words of a segment's current revision, the segment's parts are shown when their words are said. */
  words?: SubtitleWords | undefined;
}

/**
 * Divides a transcript into subtitles, in order of time and without overlaps. The parts of a long segment share its time evenly, or
 * have the times of their words if these are known.
 */
export function cuesOf(source: SubtitleSource, { naming, words }: CueOptions): Cue[] {
  const groups = groupByStart(namedTexts(source, naming), words);
  return groups.flatMap((group, index) => {
    const next = groups[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const endMs = endOf(group, next);
    return atSpokenTimes(group, endMs) ?? shareTime(group, endMs);
  });
}

/** Converts seconds to whole milliseconds; an impossible time counts as 0. */
export function toMs(seconds: number): number {
  return Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
}

type Part = Pick<Cue, 'text' | 'speaker' | 'segmentIndex'>;
interface NamedText extends Part {
  segment: SubtitleSegment;
  /** The name before the text; empty if the speaker is not shown there. */
  lead: string;
}
interface Group {
  startMs: number;
  /** The latest known end; null if none is known. */
  endMs: number | null;
  parts: Part[];
  /** When each part is said; null if this is not known or not needed. */
  spoken: SpokenTime[] | null;
}

/** Groups texts that begin at the same moment, which share one time range. */
function groupByStart(texts: readonly NamedText[], words: SubtitleWords | undefined): Group[] {
  const groups: Group[] = [];
  for (const { segment, text, lead, speaker, segmentIndex } of texts) {
    const startMs = toMs(segment.start);
    const endMs = typeof segment.end === 'number' && Number.isFinite(segment.end) ? toMs(segment.end) : null;
    const cut = splitIntoCues(text, lead);
    const parts = cut.map((part) => ({ text: part, speaker, segmentIndex }));
    if (parts.length === 0) continue;
    const last = groups.at(-1);
    if (last?.startMs === startMs) {
      last.parts.push(...parts);
      last.endMs = Math.max(last.endMs ?? 0, endMs ?? 0) || null;
      last.spoken = null;
    } else {
      groups.push({ startMs, endMs, parts, spoken: spokenOf(segment, { text, lead, parts: cut }, words) });
    }
  }
  return groups;
}

/** Each segment's text with its speaker, unless the only speaker has just a default label. */
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
      const text = shownText(segment.text);
      const speaker = withNames && name !== '' ? name : null;
      if (text === '') return { segment, segmentIndex, text, lead: '', speaker };
      const hasLead = speaker !== null && name !== previous && naming === 'in-text';
      previous = name;
      return {
        segment,
        segmentIndex,
        text,
        lead: hasLead ? `${name.replaceAll('-->', '→')}:` : '',
        speaker,
      };
    });
}

/** A segment's text; an arrow in it is replaced, because a player could take it for a line of times. */
function shownText(text: string): string {
  return cleanText(text).replaceAll('-->', '→');
}

function spokenOf(
  { id, revision }: SubtitleSegment,
  cut: Omit<CutText, 'words'>,
  known: SubtitleWords | undefined,
): SpokenTime[] | null {
  const own = id === undefined ? undefined : known?.get(id);
  if (!own || own.revision !== revision) return null;
  return spokenTimes({ ...cut, words: own.words.map(([text, ...times]) => [shownText(text), ...times]) });
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

/**
 * The subtitles of a group at the times of their words; null if these are not known, or if the next group leaves no room. The first begins
 * and the last ends with the group: its times may have been set to show it longer than it is said.
 */
function atSpokenTimes({ startMs, parts, spoken }: Group, endMs: number): Cue[] | null {
  const within = (ms: number) => Math.min(endMs, Math.max(startMs, ms));
  const cues = parts.flatMap((part, index) => {
    const time = spoken?.[index];
    if (!time) return [];
    const from = index === 0 ? startMs : within(time.startMs);
    const to = index === parts.length - 1 ? endMs : within(time.endMs);
    return [{ ...part, startMs: from, endMs: to }];
  });
  return spoken !== null && cues.every((cue) => cue.endMs > cue.startMs) ? cues : null;
}

function shareTime(group: Group, endMs: number): Cue[] {
  const step = (endMs - group.startMs) / group.parts.length;
  return group.parts.map((part, index) => ({
    ...part,
    startMs: group.startMs + Math.round(step * index),
    endMs: group.startMs + Math.round(step * (index + 1)),
  }));
}
