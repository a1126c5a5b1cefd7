import { describeSpeakers, type SpeakerSource } from './speakers.ts';

interface Spoken {
  speaker: string;
  /** Seconds. */
  start: number;
  end: number;
}

/** A stretch of the recording, in seconds. */
export interface VoiceSample {
  start: number;
  end: number;
}

/** Long enough to know a voice by. */
const SAMPLE_SECONDS = 6;
/** A longer pause ends a stretch. */
const PAUSE_SECONDS = 1;
/** The best stretches; after them, the first one comes again. */
const MAX_SAMPLES = 5;
/** Shorter ones are used only if there is no other. */
const GOOD_SECONDS = 2;

/**
 * Where a speaker is heard well, the longest stretch first: without long pauses and without anybody else speaking. The speaker is
 * given by the displayed label. Segments are sorted by start. Empty if the speaker says nothing.
 */
export function voiceSamples(
  source: Omit<SpeakerSource, 'speakerNames' | 'timestampedTranscript'> & {
    timestampedTranscript: readonly Spoken[];
  },
  label: string,
): VoiceSample[] {
  const speakers = describeSpeakers({ ...source, speakerNames: {} });
  const stretches = clearStretches(
    source.timestampedTranscript,
    (speaker) => speakers.get(speaker)?.label === label,
  ).toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const good = stretches.filter((stretch) => lengthOf(stretch) >= GOOD_SECONDS);
  return (good.length > 0 ? good : stretches.slice(0, 1))
    .slice(0, MAX_SAMPLES)
    .map(({ start, end }) => ({ start, end: Math.min(end, start + SAMPLE_SECONDS) }));
}

/** Where this speaker speaks and nobody else does. */
function clearStretches(segments: readonly Spoken[], isWanted: (speaker: string) => boolean): VoiceSample[] {
  const stretches: VoiceSample[] = [];
  let othersUntil = 0;
  let open: VoiceSample | null = null;
  for (const { speaker, start, end } of segments) {
    if (!isWanted(speaker)) {
      othersUntil = Math.max(othersUntil, end);
      if (open) open.end = Math.min(open.end, start);
      open = null;
    } else if (open && start - open.end <= PAUSE_SECONDS) {
      open.end = Math.max(open.end, end);
    } else {
      open = { start: Math.max(start, othersUntil), end };
      stretches.push(open);
    }
  }
  return stretches.filter((stretch) => lengthOf(stretch) > 0);
}

function lengthOf({ start, end }: VoiceSample): number {
  return end - start;
}
