import { describeSpeakers } from '#domain/speakers.ts';
import { hasLongTimes } from '#domain/timecode.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from './access.ts';
import { findFirstSegments } from './beginning-queries.ts';

/** What the first screen of a transcript shows. */
export interface Beginning {
  title: string;
  /** BCP 47 tag of what is said; null if it is not known. */
  language: string | null;
  hasLongTimes: boolean;
  rows: BeginningRow[];
}

interface BeginningRow {
  seconds: number;
  isEstimated: boolean;
  /** The display name, where the speaker changes; null if it is still the same. */
  speaker: string | null;
  /** 1 to 8. */
  color: number;
  text: string;
}

/**
 * The beginning of a completed transcript, by one query; null while it has no text, and for a recording with a picture, which then takes the
 * first screen.
 */
export async function viewBeginning(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
): Promise<Beginning | null> {
  if (transcript.status !== 'completed' || transcript.sourceType === 'youtube') return null;
  const segments = await findFirstSegments(db, transcript.id);
  const [first] = segments;
  if (!first) return null;
  const { speakerNames, showSpeakers } = transcript;
  const speakers = describeSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers });
  const rows = segments.map(({ speaker: said, startMs, text, timing }, at): BeginningRow => {
    const speaker = speakers.get(said);
    const before = segments[at - 1];
    const isNew = speaker && speaker.label !== (before && speakers.get(before.speaker)?.label);
    return {
      seconds: startMs / 1000,
      isEstimated: timing === 'estimated',
      speaker: isNew ? speaker.name : null,
      color: speaker?.color ?? 1,
      text,
    };
  });
  return {
    title: transcript.title,
    language: transcript.language,
    hasLongTimes: hasLongTimes({
      isEstimated: first.timing === 'estimated',
      lastStart: first.lastStartMs / 1000,
    }),
    rows,
  };
}
