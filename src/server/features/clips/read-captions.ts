import { type Caption, captionsBetween } from '#domain/exports/ass.ts';
import { cuesOf } from '#domain/exports/cues.ts';
import { timestampSegment, timestampWords } from '#domain/segments.ts';
import type { Tx } from '../../db/client.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import { findFirstSpeaker, listSpokenBetween } from './queries.ts';

/** The current text between two times (milliseconds) as captions, timed by its words, with the names of the speakers. */
export async function readCaptions(
  tx: Tx,
  { id, speakerNames, showSpeakers }: Pick<ReadableTranscript, 'id' | 'speakerNames' | 'showSpeakers'>,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<Caption[]> {
  const spoken = await listSpokenBetween(tx, id, startMs, endMs);
  const only = showSpeakers ? undefined : await findFirstSpeaker(tx, id);
  const timestampedTranscript = spoken.map((segment) =>
    timestampSegment({ ...segment, speaker: only ?? segment.speaker }),
  );
  const words = new Map(spoken.map((segment) => [segment.id, timestampWords(segment)]));
  const source = { timestampedTranscript, speakerNames, showSpeakers };
  return captionsBetween(cuesOf(source, { naming: 'in-text', words }), startMs, endMs);
}
