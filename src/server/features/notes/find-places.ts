import { type NotePlace, timesToSearch, unchangedPlace } from '#domain/note-places.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import { segmentsNow } from '../transcripts/service.ts';
import { findSegmentsWithin, type ListedNote } from './queries.ts';

/**
 * Where the words of notes are now, by note. Only what was edited since is searched for, in another process if that is long, so never call
 * it within a transaction that holds a lock.
 */
export async function findPlaces(
  { db, work }: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  { rows, signal }: { rows: readonly ListedNote[]; signal: AbortSignal },
): Promise<Map<number, NotePlace>> {
  const ids = new Set(rows.flatMap(({ parts }) => parts.map(({ segment }) => segment.id)));
  const current = await segmentsNow({ db }, transcript, [...ids]);
  const revisions = new Map(current.map(({ id, revision }) => [id, revision]));
  const places = new Map<number, NotePlace>();
  const moved: ListedNote[] = [];
  for (const row of rows) {
    const place = unchangedPlace(row, revisions);
    if (place) places.set(row.id, place);
    else moved.push(row);
  }
  if (moved.length === 0) return places;
  const { version } = transcript;
  const segments = await findSegmentsWithin(db, transcript.id, {
    spans: moved.map(timesToSearch),
    ids: moved.flatMap(({ parts }) => parts.map(({ segment }) => segment.id)),
  });
  const notes = moved.map(({ quote, parts, startMs, endMs, version }) => ({
    quote,
    parts,
    startMs,
    endMs,
    version,
  }));
  const found = await work.do<NotePlace[]>({ kind: 'find-notes', segments, version, notes }, signal);
  for (const [index, place] of found.entries()) places.set(moved[index]?.id ?? 0, place);
  return places;
}
