import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { NearPlace, WordPlaces } from '#domain/found-places.ts';
import { mayBeInPieces } from '#domain/languages.ts';
import type { SourceCounts } from '#domain/read-sources.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  type articlePassages,
  articles,
  projects,
  segments,
  transcripts,
  users,
} from '../../db/schema/index.ts';
import type { About } from '../conversations/service.ts';
import type { NearPassage } from '../meaning/service.ts';
import { ASKING_ROLES } from '../members/access.ts';

/** What is asked about together: the sources of a project, or all that a person may ask about. */
export type Collection = Exclude<About, { transcriptId: number }>;

/** The sources of a collection that can be asked about. */
export interface SourceRows {
  transcripts: readonly TranscriptSource[];
  articles: readonly ArticleSource[];
}
export type TranscriptSource = Pick<
  typeof transcripts.$inferSelect,
  'id' | 'userId' | 'title' | 'speakerNames' | 'showSpeakers' | 'segmentCount' | 'language'
> & {
  words: number;
  updatedAt: Date;
  /** The name for all speakers if speakers are hidden; null if they are shown. */
  firstSpeaker: string | null;
};
export type ArticleSource = Pick<
  typeof articles.$inferSelect,
  'id' | 'projectId' | 'title' | 'author' | 'publication' | 'publishedDate'
> & { words: number };

/** A segment without its words, and its transcript. */
export type SegmentPart = Pick<
  typeof segments.$inferSelect,
  'id' | 'transcriptId' | 'revision' | 'position' | 'speaker' | 'startMs' | 'endMs' | 'text'
>;
export type ArticlePartRow = Pick<
  typeof articlePassages.$inferSelect,
  'articleId' | 'position' | 'start' | 'end'
>;

/** The completed transcripts and the articles, newest first. */
export async function listSources(db: Db | Tx, collection: Collection): Promise<SourceRows> {
  const [ofTranscripts, ofArticles] = await Promise.all([
    db
      .select({
        id: transcripts.id,
        userId: transcripts.userId,
        title: transcripts.title,
        speakerNames: transcripts.speakerNames,
        showSpeakers: transcripts.showSpeakers,
        segmentCount: transcripts.segmentCount,
        language: transcripts.language,
        words: sql<number>`coalesce(${transcripts.wordCount}, 0)`,
        updatedAt: transcripts.updatedAt,
        firstSpeaker: sql<string | null>`case when ${transcripts.showSpeakers} then null else
          (select s.speaker from segments s where s.transcript_id = transcripts.id order by s.position limit 1) end`,
      })
      .from(transcripts)
      .where(and(listedIn(collection), eq(transcripts.status, 'completed')))
      .orderBy(sql`${transcripts.id} desc`),
    db
      .select({
        id: articles.id,
        projectId: articles.projectId,
        title: articles.title,
        author: articles.author,
        publication: articles.publication,
        publishedDate: articles.publishedDate,
        words: articles.wordCount,
      })
      .from(articles)
      .where(articleIn(collection, sql`${articles}`))
      .orderBy(sql`${articles.id} desc`),
  ]);
  return { transcripts: ofTranscripts, articles: ofArticles };
}

/** How many sources a collection has that can be asked about. */
export async function countSources(db: Db | Tx, collection: Collection): Promise<SourceCounts> {
  const [ofTranscripts, ofArticles] = await Promise.all([
    db.$count(transcripts, and(listedIn(collection), eq(transcripts.status, 'completed'))),
    db.$count(articles, articleIn(collection, sql`${articles}`)),
  ]);
  return { transcripts: ofTranscripts, articles: ofArticles };
}

/** Search terms: full-text queries and, for scripts without spaces, substrings. */
export interface SoughtWords {
  queries: readonly (string | null)[];
  parts: readonly (string | null)[];
  /** The most matches per word. */
  limit: number;
}

/** Where each source contains each of the words: by `t12` and `a7`, positions ascending. */
export async function findPlaces(
  db: Db,
  rows: SourceRows,
  { queries, parts, limit }: SoughtWords,
): Promise<WordPlaces['bySource'][]> {
  const owners = intArray(new Set(rows.transcripts.map(({ userId }) => userId)));
  const ids = intArray(rows.transcripts.map(({ id }) => id));
  const projectIds = intArray(new Set(rows.articles.map(({ projectId }) => projectId)));
  const unspaced = intArray(
    rows.transcripts.filter(({ language }) => mayBeInPieces(language)).map(({ id }) => id),
  );
  const searches = queries.flatMap((query, word) => {
    const part = parts[word] ?? null;
    if (query === null && part === null) return [];
    const here =
      part === null
        ? sql`tsv @@ ${query}::tsquery`
        : sql`normalized like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
    // `+ 0` keeps the planner from choosing another index, which would return every segment of the collection.
    const there =
      part === null ? sql`transcript_id + 0 = any(${ids})` : sql`transcript_id = any(${unspaced})`;
    return [
      sql`select ${word}::integer as word, 't' || transcript_id as source,
          array_to_string(array_agg(position order by position), ',') as places
        from (select transcript_id, position from segments
          where user_id = any(${owners}) and ${here} and ${there} limit ${limit}) as found
        group by transcript_id`,
      sql`select ${word}::integer as word, 'a' || article_id as source,
          array_to_string(array_agg(position order by position), ',') as places
        from (select article_id, position from article_passages
          where project_id = any(${projectIds}) and ${here} limit ${limit}) as found
        group by article_id`,
    ];
  });
  const found = queries.map(() => new Map<string, number[]>());
  if (searches.length === 0) return found;
  const result = await db.execute<{ word: number; source: string; places: string }>(
    sql.join(searches, sql` union all `),
  );
  for (const { word, source, places } of result.rows) found[word]?.set(source, places.split(',').map(Number));
  return found;
}

/** Where near passages are among the places of their sources; those that are gone since are missing. */
export async function placesOf(
  db: Db,
  collection: Collection,
  passages: readonly NearPassage[],
): Promise<NearPlace[]> {
  const listed = JSON.stringify(
    passages.map(({ ref, place, cosine }) => ({
      article: 'articleId' in ref ? ref.articleId : null,
      place,
      cosine: Math.max(0, cosine),
    })),
  );
  const { rows } = await db.execute<{ source: string; from: number; to: number; cosine: number }>(sql`
    with near as (
      select ordinality as n, (row->>'article')::integer as article, row->'place' as place, (row->>'cosine')::double precision as cosine
      from jsonb_array_elements(${listed}::jsonb) with ordinality as list(row, ordinality)
    )
    select 't' || s.transcript_id as source, min(s.position) as "from", max(s.position) as "to", near.cosine
    from near cross join jsonb_array_elements_text(near.place) as one(id)
      join segments s on s.id = one.id::bigint
      join transcripts t on t.id = s.transcript_id and ${transcriptIn(collection, sql`t`)}
    where near.article is null
    group by near.n, near.cosine, s.transcript_id
    union all
    select 'a' || p.article_id, p.position, p.position, near.cosine
    from near join article_passages p on p.article_id = near.article and p.start = (near.place->>0)::integer
    where ${articleIn(collection, sql`p`)}`);
  return rows.map((row) => ({ ...row, from: Number(row.from), to: Number(row.to) }));
}

/** Whether a transcript, by the name of its table in a query, is in a collection now. */
function transcriptIn(collection: Collection, table: SQL): SQL {
  if ('projectId' in collection) return sql`${table}.project_id = ${collection.projectId}`;
  const { libraryOf } = collection;
  return sql`(${table}.user_id = ${libraryOf} or exists (
    select 1 from ${memberships(libraryOf)} as m where m.project_id = ${table}.project_id))`;
}

/** The same for listing them all: by indexes, however many transcripts other people have. */
function listedIn(collection: Collection): SQL {
  if ('projectId' in collection) return transcriptIn(collection, sql`${transcripts}`);
  const { libraryOf } = collection;
  return sql`${transcripts.id} in (
    select own.id from transcripts own where own.user_id = ${libraryOf}
    union select shared.id from ${memberships(libraryOf)} as m join transcripts shared on shared.project_id = m.project_id)`;
}

/** The projects that a person may ask about. */
function memberships(userId: number): SQL {
  const roles = sql`${sql.param(ASKING_ROLES)}::text[]`;
  return sql`(select project_id from members where user_id = ${userId} and role = any(${roles}))`;
}

/** Whether an article, or a passage of one, is in a collection now. */
function articleIn(collection: Collection, table: SQL): SQL {
  return 'projectId' in collection
    ? sql`${table}.project_id = ${collection.projectId}`
    : sql`${table}.project_id in (select m.project_id from ${memberships(collection.libraryOf)} as m)`;
}

/** As one parameter, because there may be thousands. */
function intArray(ids: Iterable<number>) {
  return sql`${sql.param([...new Set(ids)])}::integer[]`;
}

/** The segments of these ranges of transcripts, window by window, in order. */
export async function readSegments(
  db: Db,
  collection: Collection,
  windows: readonly { id: number; from: number; to: number }[],
): Promise<(SegmentPart & { window: number })[]> {
  if (windows.length === 0) return [];
  const { rows } = await db.execute(sql`
    select wanted.ordinal::integer as "window", s.id::integer as id, s.transcript_id as "transcriptId", s.revision, s.position,
      s.speaker, s.start_ms as "startMs", s.end_ms as "endMs", s.text
    from ${unnest(windows)}
    -- What has left the collection since its sources were listed is not read any more.
    join transcripts t on t.id = wanted.id and ${transcriptIn(collection, sql`t`)}
    cross join lateral (
      select id, transcript_id, revision, position, speaker, start_ms, end_ms, text from segments
      where transcript_id = wanted.id and position >= wanted.low and position <= wanted.high
    ) as s
    order by wanted.ordinal, s.position, s.start_ms, s.id`);
  // The query above has these columns.
  return rows as unknown as (SegmentPart & { window: number })[];
}

/** The positions of these ranges of articles in their texts, window by window, in order. */
export async function readParts(
  db: Db,
  windows: readonly { id: number; from: number; to: number }[],
): Promise<(ArticlePartRow & { window: number })[]> {
  if (windows.length === 0) return [];
  const { rows } = await db.execute(sql`
    select wanted.ordinal::integer as "window", p.article_id as "articleId", p.position, p.start, p."end"
    from ${unnest(windows)}
    join article_passages p on p.article_id = wanted.id and p.position >= wanted.low and p.position <= wanted.high
    order by wanted.ordinal, p.position`);
  // The query above has these columns.
  return rows as unknown as (ArticlePartRow & { window: number })[];
}

function unnest(windows: readonly { id: number; from: number; to: number }[]) {
  const list = (values: readonly number[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`;
  return sql`unnest(${list(
    windows.map(({ id }) => id),
    'integer',
  )}, ${list(
    windows.map(({ from }) => from),
    'double precision',
  )}, ${list(
    windows.map(({ to }) => to),
    'double precision',
  )}) with ordinality as wanted(id, low, high, ordinal)`;
}

/** The texts of articles that are still in the collection. */
export async function readContents(
  db: Db,
  collection: Collection,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: articles.id, content: articles.content })
    .from(articles)
    .where(and(articleIn(collection, sql`${articles}`), inArray(articles.id, [...ids])));
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Whether a collection still exists: a library does as long as its person. */
export async function hasCollection(db: Db | Tx, collection: Collection): Promise<boolean> {
  return 'projectId' in collection
    ? (await db.$count(projects, eq(projects.id, collection.projectId))) > 0
    : (await db.$count(users, eq(users.id, collection.libraryOf))) > 0;
}

/** The current state of what a conversation's answers cite, without what has left the collection. */
export interface CitedRows {
  transcripts: readonly { id: number; title: string }[];
  articles: readonly Pick<
    typeof articles.$inferSelect,
    'id' | 'title' | 'author' | 'publication' | 'type' | 'url'
  >[];
  segments: readonly { id: number; revision: number }[];
}

/** Looks up cited transcripts, articles and segments; things that are no longer in the collection are missing from the result. */
export async function findCited(
  db: Db,
  collection: Collection,
  wanted: { transcripts: readonly number[]; articles: readonly number[]; segments: readonly number[] },
): Promise<CitedRows> {
  const [ofTranscripts, ofArticles, ofSegments] = await Promise.all([
    db
      .select({ id: transcripts.id, title: transcripts.title })
      .from(transcripts)
      .where(and(transcriptIn(collection, sql`${transcripts}`), isAny(transcripts.id, wanted.transcripts))),
    db
      .select({
        id: articles.id,
        title: articles.title,
        author: articles.author,
        publication: articles.publication,
        type: articles.type,
        url: articles.url,
      })
      .from(articles)
      .where(and(articleIn(collection, sql`${articles}`), isAny(articles.id, wanted.articles))),
    db
      .select({ id: segments.id, revision: segments.revision })
      .from(segments)
      .innerJoin(
        transcripts,
        and(eq(transcripts.id, segments.transcriptId), transcriptIn(collection, sql`${transcripts}`)),
      )
      .where(isAny(segments.id, wanted.segments)),
  ]);
  return { transcripts: ofTranscripts, articles: ofArticles, segments: ofSegments };
}

/** These people's names. */
export async function findPeople(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; firstName: string | null; lastName: string | null; email: string }[]> {
  return db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(isAny(users.id, ids));
}

/** As one parameter, because there may be thousands. */
function isAny(column: AnyPgColumn, ids: readonly number[]) {
  return sql`${column} = any(${sql.param([...new Set(ids)])}::bigint[])`;
}
