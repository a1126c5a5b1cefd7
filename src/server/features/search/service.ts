import { TranscriptId } from '#contract/ids.ts';
import { SEARCH_MATCHES_SENT, SEARCH_MIN_LENGTH, SEARCH_RESULTS } from '#contract/limits.ts';
import type { SearchMatch, SearchResult } from '#contract/search.ts';
import { excerptAround } from '#domain/excerpt.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { speakerName } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import { untilAborted } from '../../db/until-aborted.ts';
import type { Deps } from '../../deps.ts';
import {
  findHits,
  findNoteMatches,
  findSearchMatches,
  type Hit,
  type Match,
  type NoteMatch,
} from './queries.ts';

export interface SearchAnswer {
  query: string;
  totalResults: number;
  results: SearchResult[];
}

/** Searches the user's own transcripts, and the notes of all that the user may read, until the signal is aborted. Throws 'query_too_short' below 2 characters. */
export async function search(
  deps: Pick<Deps, 'db'>,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
  q: string,
): Promise<SearchAnswer> {
  const query = q.replace(/\u0000/g, '').trim();
  const normalized = normalizeText(query).trim();
  if ([...query].length < SEARCH_MIN_LENGTH || normalized === '') throw new AppError('query_too_short');
  const wanted = { userId: actor.id, normalized: normalized };
  const { hits, matches, notes } = await untilAborted(deps.db, signal, async (tx) => {
    const hits = await findHits(tx, wanted, SEARCH_RESULTS);
    const withText = hits.filter((hit) => hit.textMatches).map((hit) => hit.id);
    const withNotes = hits.filter((hit) => hit.noteMatches).map((hit) => hit.id);
    return {
      hits,
      matches: await findSearchMatches(tx, wanted, withText, SEARCH_MATCHES_SENT),
      notes: await findNoteMatches(tx, wanted, withNotes, SEARCH_MATCHES_SENT),
    };
  });
  const byTranscript = Map.groupBy(matches, (match) => match.transcriptId);
  const notesOf = Map.groupBy(notes, (note) => note.transcriptId);
  const results = hits.map((hit) =>
    presentHit(hit, { segments: byTranscript.get(hit.id) ?? [], notes: notesOf.get(hit.id) ?? [] }, query),
  );
  return { query, totalResults: hits[0]?.totalResults ?? 0, results };
}

function presentHit(
  hit: Hit,
  { segments, notes }: { segments: readonly Match[]; notes: readonly NoteMatch[] },
  query: string,
): SearchResult {
  const title: SearchMatch = {
    type: 'title',
    timestamp: null,
    start: null,
    speaker: null,
    context: hit.title,
  };
  const matches = segments.map(
    (segment): SearchMatch => ({
      type: 'timestamped',
      timestamp: formatTime(segment.startMs / 1000),
      start: segment.startMs / 1000,
      speaker: hit.showSpeakers ? speakerName(segment.speaker, hit.speakerNames) : null,
      context: excerptAround(segment.text, query),
    }),
  );
  const noted = notes.map(
    (note): SearchMatch => ({
      type: 'note',
      timestamp: formatTime(note.startMs / 1000),
      start: note.startMs / 1000,
      speaker: note.author,
      context: excerptAround(note.text, query),
    }),
  );
  const all = [...(hit.titleMatches ? [title] : []), ...noted, ...matches];
  return {
    transcript: {
      id: TranscriptId.parse(hit.id),
      title: hit.title,
      sourceType: hit.sourceType,
      language: hit.language,
      duration: hit.durationMs === null ? null : hit.durationMs / 1000,
      wordCount: hit.wordCount,
    },
    matchCount: (segments[0]?.inTranscript ?? 0) + (notes[0]?.inTranscript ?? 0) + (hit.titleMatches ? 1 : 0),
    matches: all.slice(0, SEARCH_MATCHES_SENT),
  };
}
