import type { Caption } from '#domain/exports/ass.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import { findFirstSpeaker, listSpokenBetween } from './queries.ts';

/**
 * The current text between two times (milliseconds) as captions, timed by its words, with the names of the speakers. Half an hour can hold
 * the whole text that limits allow, so a long one is laid out in another process.
 */
export async function readCaptions(
  { db, work }: Pick<Deps, 'db' | 'work'>,
  { id, speakerNames, showSpeakers, language }: ReadableTranscript,
  range: { startMs: number; endMs: number },
  signal: AbortSignal,
): Promise<Caption[]> {
  const spoken = await listSpokenBetween(db, id, range.startMs, range.endMs);
  const only = showSpeakers ? undefined : await findFirstSpeaker(db, id);
  const segments = spoken.map((segment) => ({ ...segment, speaker: only ?? segment.speaker }));
  const shown = { speakerNames, showSpeakers, language };
  return work.do({ kind: 'lay-out-captions', segments, ...shown, ...range }, signal);
}
