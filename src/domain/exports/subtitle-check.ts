import type { Transcript } from '#contract/transcripts.ts';
import { type Cue, type SubtitleSegment, type SubtitleSource, toMs } from './cues.ts';
import { readingLength } from './subtitle-lines.ts';

/** Netflix Timed Text Style Guide, English: up to 20 characters per second for adult programs. */
export const MAX_CHARACTERS_PER_SECOND = 20;
/** Netflix Timed Text Style Guide, general requirements: each subtitle lasts at least 5/6 of a second and at most 7 seconds. */
export const MIN_CUE_MS = Math.round((5 / 6) * 1000);
export const MAX_CUE_MS = 7000;

export const FINDING_KINDS = ['too-fast', 'too-short', 'too-long', 'overlap', 'past-end'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A problem of a subtitle: it is hard to read, or its time does not fit the segments or the recording. */
export interface Finding {
  kind: FindingKind;
  /** The index of the segment, counted from 0. */
  segmentIndex: number;
  /** Null if the segments have no ids. */
  segmentId: number | null;
  /** The number of the subtitle in the exported file, from 1. */
  cueNumber: number;
  /** The start of the subtitle. */
  startSeconds: number;
  text: string;
  /**
   * The size of the problem. too-fast: characters per second. too-short, too-long: seconds on screen. overlap: seconds in which the next
   * segment is heard too. past-end: seconds beyond the end of the recording.
   */
  amount: number;
}

export type CheckedSource = SubtitleSource &
  Pick<Transcript, 'duration'> & {
    timestampedTranscript: readonly SubtitleSegment[];
  };

/** Checks the subtitles that an export makes from the source (`srtCues`, `vttCues`). Returns the findings in order of time. */
export function checkSubtitles(source: CheckedSource, cues: readonly Cue[]): Finding[] {
  const overlaps = overlapsOf(source.timestampedTranscript);
  return cues.flatMap((cue, index) => {
    const finding = {
      segmentIndex: cue.segmentIndex,
      segmentId: source.timestampedTranscript[cue.segmentIndex]?.id ?? null,
      cueNumber: index + 1,
      startSeconds: cue.startMs / 1000,
      text: cue.text,
    };
    const isLastOfSegment = cues[index + 1]?.segmentIndex !== cue.segmentIndex;
    const overlapMs = isLastOfSegment ? (overlaps.get(cue.segmentIndex) ?? 0) : 0;
    return [
      ...faultsOf(cue),
      ...(overlapMs > 0 ? [{ kind: 'overlap' as const, amount: overlapMs / 1000 }] : []),
      ...pastEnd(cue, source.duration),
    ].map((fault) => ({ ...fault, ...finding }));
  });
}

type Fault = Pick<Finding, 'kind' | 'amount'>;

function faultsOf(cue: Cue): Fault[] {
  const lengthMs = cue.endMs - cue.startMs;
  const speed = (1000 * readingLength(cue.text)) / Math.max(1, lengthMs);
  const faults: Fault[] = [];
  if (speed > MAX_CHARACTERS_PER_SECOND) faults.push({ kind: 'too-fast', amount: speed });
  if (lengthMs < MIN_CUE_MS) faults.push({ kind: 'too-short', amount: lengthMs / 1000 });
  if (lengthMs > MAX_CUE_MS) faults.push({ kind: 'too-long', amount: lengthMs / 1000 });
  return faults;
}

function pastEnd(cue: Cue, duration: number | null): Fault[] {
  if (duration === null) return [];
  const overMs = cue.endMs - toMs(duration);
  return overMs > 0 ? [{ kind: 'past-end', amount: overMs / 1000 }] : [];
}

/** How many milliseconds each segment (by its index) overlaps the next one. */
function overlapsOf(segments: readonly SubtitleSegment[]): Map<number, number> {
  const spans = segments
    .map(({ start, end, text }, index) => ({
      index,
      isBlank: text.trim() === '',
      startMs: toMs(start),
      endMs: typeof end === 'number' ? toMs(end) : null,
    }))
    .filter((span) => !span.isBlank)
    .toSorted((a, b) => a.startMs - b.startMs);
  const overlaps = new Map<number, number>();
  for (const [at, { index, endMs }] of spans.entries()) {
    const next = spans[at + 1];
    if (!next || endMs === null) continue;
    const overlapMs = Math.min(endMs, next.endMs ?? endMs) - next.startMs;
    if (overlapMs > 0) overlaps.set(index, overlapMs);
  }
  return overlaps;
}
