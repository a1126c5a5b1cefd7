import { describeSpeakers } from '#domain/speakers.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from './access.ts';
import { findMedia } from './media-queries.ts';
import { listFirstSegments } from './queries.ts';

/** More than fit on any screen, in segments and in UTF-16 code units of all of them. */
const ROWS = 40;
const CHARACTERS = 8000;
/** Starts of an hour and more need a wider column. */
const HOUR_MS = 3_600_000;

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
 * The beginning of a completed transcript, by one short query; null while it has no text, and for a recording with a picture, which then
 * takes the first screen.
 */
export async function viewBeginning(
  { db }: Pick<Deps, 'db'>,
  transcript: ReadableTranscript,
): Promise<Beginning | null> {
  if (transcript.status !== 'completed' || transcript.sourceType === 'youtube') return null;
  if ((await findMedia(db, transcript.id))?.kind === 'video') return null;
  const segments = await listFirstSegments(db, transcript.id, { rows: ROWS, characters: CHARACTERS });
  if (segments.length === 0) return null;
  const { speakerNames, showSpeakers } = transcript;
  const speakers = describeSpeakers({ timestampedTranscript: segments, speakerNames, showSpeakers });
  const rows: BeginningRow[] = [];
  let label: string | undefined;
  let left = CHARACTERS;
  for (const { speaker: said, startMs, text, timing } of segments) {
    if (left <= 0) break;
    const speaker = speakers.get(said);
    rows.push({
      seconds: startMs / 1000,
      isEstimated: timing === 'estimated',
      speaker: speaker && speaker.label !== label ? speaker.name : null,
      color: speaker?.color ?? 1,
      text: text.slice(0, left),
    });
    label = speaker?.label;
    left -= text.length;
  }
  const hasLongTimes = (transcript.durationMs ?? 0) > HOUR_MS || rows[0]?.isEstimated === true;
  return { title: transcript.title, language: transcript.language, hasLongTimes, rows };
}
