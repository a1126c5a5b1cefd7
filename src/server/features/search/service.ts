import type { OutputOf } from '#contract/endpoint.ts';
import { ArticleId, TranscriptId } from '#contract/ids.ts';
import { SEARCH_MATCHES_SENT, SEARCH_MIN_LENGTH, SEARCH_RESULTS } from '#contract/limits.ts';
import type {
  FoundArticle,
  SearchMatch,
  SearchResult,
  searchNotes,
  searchProject,
} from '#contract/search.ts';
import { excerptAround } from '#domain/excerpt.ts';
import { findMatches, normalizeText } from '#domain/normalize-text.ts';
import { speakerName } from '#domain/speakers.ts';
import { formatTime } from '#domain/timecode.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import { untilAborted } from '../../db/until-aborted.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableProject } from '../members/access.ts';
import {
  type ArticleHit,
  findArticles,
  findHits,
  findNotes,
  findProjectPlace,
  findSearchMatches,
  type Hit,
  listArticleTitles,
  type Match,
  type NotesPlace,
  type Place,
} from './queries.ts';

/** As much of an article from a match on, in characters, as finds the place again. */
const QUOTED = 100;

export interface Sought {
  q: string;
  signal: AbortSignal;
}

export interface SearchAnswer {
  query: string;
  totalResults: number;
  results: SearchResult[];
}

/** Searches a place until the signal is aborted. Throws 'query_too_short' below 2 characters. */
async function searchIn(
  deps: Pick<Deps, 'db'>,
  { q, signal }: Sought,
  placeOf: (tx: Tx) => Promise<Place> | Place,
): Promise<SearchAnswer> {
  const { query, normalized } = readQuery(q);
  const { hits, matches } = await untilAborted(deps.db, signal, async (tx) => {
    const wanted = { place: await placeOf(tx), normalized };
    const hits = await findHits(tx, wanted, SEARCH_RESULTS);
    const withText = hits.filter((hit) => hit.textMatches).map((hit) => hit.id);
    return { hits, matches: await findSearchMatches(tx, wanted, withText, SEARCH_MATCHES_SENT) };
  });
  const byTranscript = Map.groupBy(matches, (match) => match.transcriptId);
  const results = hits.map((hit) => presentHit(hit, byTranscript.get(hit.id) ?? [], query));
  return { query, totalResults: hits[0]?.totalResults ?? 0, results };
}

/** Searches the user's own transcripts. Throws 'query_too_short' below 2 characters. */
export function search(deps: Pick<Deps, 'db'>, actor: Actor, sought: Sought): Promise<SearchAnswer> {
  return searchIn(deps, sought, () => ({ userId: actor.id }));
}

/** Searches the transcripts and articles of a project. Throws 'query_too_short' below 2 characters. */
export async function searchWithin(
  deps: Pick<Deps, 'db'>,
  { id: projectId }: ReadableProject,
  sought: Sought,
): Promise<OutputOf<typeof searchProject>> {
  const { query, normalized } = readQuery(sought.q);
  const answer = await searchIn(deps, sought, (tx) => findProjectPlace(tx, projectId));
  const hits = await untilAborted(deps.db, sought.signal, async (tx) => {
    const titles = await listArticleTitles(tx, projectId);
    const titled = titles.filter(({ title }) => findMatches(title, query).length > 0).map(({ id }) => id);
    const most = { limit: SEARCH_RESULTS, perArticle: SEARCH_MATCHES_SENT };
    return findArticles(tx, { projectId, normalized, titled }, most);
  });
  return {
    ...answer,
    totalArticles: hits[0]?.total ?? 0,
    articles: hits.map((hit) => presentArticle(hit, query)),
  };
}

/** Searches the notes of all transcripts that the user may read, or of those in a project. Throws 'query_too_short' below 2 characters. */
export async function findInNotes(
  deps: Pick<Deps, 'db'>,
  place: NotesPlace,
  { q, signal }: Sought,
): Promise<OutputOf<typeof searchNotes>> {
  const { query, normalized } = readQuery(q);
  const hits = await untilAborted(deps.db, signal, (tx) =>
    findNotes(tx, { place, normalized }, SEARCH_RESULTS),
  );
  return {
    total: hits[0]?.total ?? 0,
    notes: hits.map(({ transcriptId, title, startMs, author, text }) => ({
      transcriptId: TranscriptId.parse(transcriptId),
      title,
      start: startMs / 1000,
      author,
      context: excerptAround(text, query),
    })),
  };
}

function readQuery(q: string): { query: string; normalized: string } {
  const query = q.replace(/\u0000/g, '').trim();
  const normalized = normalizeText(query).trim();
  if ([...query].length < SEARCH_MIN_LENGTH || normalized === '') throw new AppError('query_too_short');
  return { query, normalized };
}

function presentArticle(
  { id, title, content, passages, inArticle }: ArticleHit,
  query: string,
): FoundArticle {
  return {
    articleId: ArticleId.parse(id),
    title,
    matchCount: inArticle + (findMatches(title, query).length > 0 ? 1 : 0),
    matches: passages.map(({ start, end }) => {
      const text = content.slice(start, end);
      const at = findMatches(text, query)[0]?.start ?? 0;
      return {
        context: excerptAround(text, query),
        quote: text
          .slice(at, at + QUOTED)
          .toWellFormed()
          .trim(),
      };
    }),
  };
}

function presentHit(hit: Hit, segments: readonly Match[], query: string): SearchResult {
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
  const all = [...(hit.titleMatches ? [title] : []), ...matches];
  return {
    transcript: {
      id: TranscriptId.parse(hit.id),
      title: hit.title,
      sourceType: hit.sourceType,
      language: hit.language,
      duration: hit.durationMs === null ? null : hit.durationMs / 1000,
      wordCount: hit.wordCount,
    },
    matchCount: (segments[0]?.inTranscript ?? 0) + (hit.titleMatches ? 1 : 0),
    matches: all.slice(0, SEARCH_MATCHES_SENT),
  };
}
