import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { SegmentId } from '#contract/ids.ts';
import { SourceType } from '#contract/transcripts.ts';
import type { Db, Tx } from '../../db/client.ts';

const Hit = z.object({
  id: z.int(),
  title: z.string(),
  sourceType: SourceType,
  language: z.string().nullable(),
  durationMs: z.int().nullable(),
  wordCount: z.int().nullable(),
  speakerNames: z.record(z.string(), z.string()),
  showSpeakers: z.boolean(),
  titleMatches: z.boolean(),
  textMatches: z.boolean(),
  totalResults: z.int(),
});
export type Hit = z.infer<typeof Hit>;

const Match = z.object({
  transcriptId: z.int(),
  startMs: z.int(),
  speaker: z.string(),
  text: z.string(),
  /** Matching segments in the transcript. */
  inTranscript: z.int(),
});
export type Match = z.infer<typeof Match>;

const NoteHit = z.object({
  transcriptId: z.int(),
  title: z.string(),
  startMs: z.int(),
  /** Null if the account is gone. */
  author: z.string().nullable(),
  text: z.string(),
  /** All matching notes and replies. */
  total: z.int(),
});
export type NoteHit = z.infer<typeof NoteHit>;

const SegmentShown = Match.omit({ inTranscript: true }).extend({
  id: SegmentId,
  title: z.string(),
  language: z.string().nullable(),
  speakerNames: z.record(z.string(), z.string()),
  showSpeakers: z.boolean(),
});
export type SegmentShown = z.infer<typeof SegmentShown>;

/** Where to search: in all transcripts of a person, or in those of a project, which several people may own. */
export type Place =
  | { userId: number }
  | { projectId: number; owners: readonly number[]; ids: readonly number[] };

interface Wanted {
  place: Place;
  /** Normalized, not blank. */
  normalized: string;
}

/**
 * How many matching segments to read at most before asking each transcript separately whether it has one, or before reading the
 * next part of all segments.
 */
const FEW_SEGMENTS = 5000;
const FEW_PART = 100;

/**
 * The newest transcripts of a place that contain the text in their title or in a segment. A rare text is found through the index, in all
 * transcripts at once. For a frequent one the index has too many entries, but then its first occurrence in a transcript is near
 * the beginning. Reading the first entries shows which it is: the list of them is complete, or cut off.
 */
export async function findHits(db: Db | Tx, { place, normalized }: Wanted, limit: number): Promise<Hit[]> {
  const pattern = likePattern(normalized);
  const { rows } = await db.execute(sql`
    with matching as materialized (
      select transcript_id from segments where ${isSaidIn(place)} and normalized like ${pattern}
    ), enough as materialized (
      select greatest(${FEW_SEGMENTS}, sum(segment_count) / ${FEW_PART})::integer as places
      from transcripts where ${isOf(place)}
    ), first_places as materialized (
      select transcript_id from matching limit (select places + 1 from enough)
    ), is_rare as materialized (
      select count(*) <= (select places from enough) as yes from first_places
    ), found as (
      select t.*, t.normalized_title like ${pattern} as title_matches,
        case when (select yes from is_rare) then t.id in (select transcript_id from first_places)
          -- An expression, so that the index of parts is not read for each transcript: that took seconds. The offset keeps it from being read for all.
          else exists (select from segments s where s.transcript_id = t.id and (s.normalized || '') like ${pattern} offset 0)
        end as text_matches
      from transcripts t where ${isOf(place)}
    )
    select id, title, source_type as "sourceType", language, duration_ms as "durationMs", word_count as "wordCount",
      speaker_names as "speakerNames", show_speakers as "showSpeakers", title_matches as "titleMatches",
      text_matches as "textMatches", count(*) over ()::integer as "totalResults"
    from found where title_matches or text_matches
    order by id desc limit ${limit}`);
  return z.array(Hit).parse(rows);
}

/** The transcripts of a project as a place to search. */
export async function findProjectPlace(db: Db | Tx, projectId: number): Promise<Place> {
  const { rows } = await db.execute(
    sql`select id, user_id as "userId" from transcripts where project_id = ${projectId}`,
  );
  const found = z.array(z.object({ id: z.int(), userId: z.int() })).parse(rows);
  return {
    projectId,
    owners: [...new Set(found.map(({ userId }) => userId))],
    ids: found.map(({ id }) => id),
  };
}

/** The first matching segments of each of these transcripts, and how many there are. */
export async function findSearchMatches(
  db: Db | Tx,
  { place, normalized }: Wanted,
  transcriptIds: number[],
  perTranscript: number,
): Promise<Match[]> {
  // One statement for all: with one per transcript, the trigram index would be read once for each.
  const { rows } = await db.execute(sql`
    select transcript_id as "transcriptId", start_ms as "startMs", speaker, text, total as "inTranscript"
    from (
      select transcript_id, position, start_ms, speaker, text,
        row_number() over (partition by transcript_id order by position) as place,
        count(*) over (partition by transcript_id)::integer as total
      from segments
      where ${isSaidIn(place)} and transcript_id = any(${sql.param(transcriptIds)}::integer[])
        and normalized like ${likePattern(normalized)}
    ) matching
    where place <= ${perTranscript}
    order by transcript_id, position`);
  return z.array(Match).parse(rows);
}

const ArticleHit = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  /** Where the first matching passages are in the content. */
  passages: z.array(z.object({ start: z.int(), end: z.int() })),
  /** All matching passages. */
  inArticle: z.int(),
  total: z.int(),
});
export type ArticleHit = z.infer<typeof ArticleHit>;

/** The newest articles of a project that contain the text, or are among those whose titles do, and how many there are. */
export async function findArticles(
  db: Db | Tx,
  { projectId, normalized, titled }: { projectId: number; normalized: string; titled: readonly number[] },
  { limit, perArticle }: { limit: number; perArticle: number },
): Promise<ArticleHit[]> {
  const { rows } = await db.execute(sql`
    with matching as (
      select article_id, start, "end", row_number() over (partition by article_id order by position) as place,
        count(*) over (partition by article_id)::integer as total
      from article_passages where project_id = ${projectId} and normalized like ${likePattern(normalized)}
    ), found as (
      select article_id, max(total) as in_article,
        json_agg(json_build_object('start', start, 'end', "end") order by place) as passages
      from matching where place <= ${perArticle} group by article_id
    )
    select a.id, a.title, a.content, coalesce(found.passages, '[]'::json) as passages, coalesce(found.in_article, 0)::integer as "inArticle",
      count(*) over ()::integer as total
    from articles a left join found on found.article_id = a.id
    where a.project_id = ${projectId} and (found.article_id is not null or a.id = any(${sql.param(titled)}::integer[]))
    order by a.id desc limit ${limit}`);
  return z.array(ArticleHit).parse(rows);
}

/** The titles of a project's articles. */
export async function listArticleTitles(
  db: Db | Tx,
  projectId: number,
): Promise<{ id: number; title: string }[]> {
  const { rows } = await db.execute(sql`select id, title from articles where project_id = ${projectId}`);
  return z.array(z.object({ id: z.int(), title: z.string() })).parse(rows);
}

/** Whose notes are searched: those in all transcripts that a person may read, or in those of a project. */
export type NotesPlace = { readerId: number } | { projectId: number };

/** The newest notes and replies that contain the text, and how many there are. */
export async function findNotes(
  db: Db | Tx,
  { place, normalized }: { place: NotesPlace; normalized: string },
  limit: number,
): Promise<NoteHit[]> {
  const { rows } = await db.execute(sql`
    select m.transcript_id as "transcriptId", t.title, m.start_ms as "startMs", m.text, count(*) over ()::integer as total,
      coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) as author
    from (${matchingNotes(place, likePattern(normalized))}) as m
      join transcripts t on t.id = m.transcript_id
      left join users u on u.id = m.author_id
    order by m.note_id desc, m.reply_id nulls first limit ${limit}`);
  return z.array(NoteHit).parse(rows);
}

/** The finished transcripts of the user in these languages (main subtags; null: any), or where the language is not known. */
export async function listOwnIds(
  db: Db,
  { userId, languages }: { userId: number; languages: readonly string[] | null },
): Promise<number[]> {
  return listIds(db, sql`user_id = ${userId}`, languages);
}

/** The finished transcripts of a project in these languages, or where the language is not known. */
export async function listProjectIds(
  db: Db,
  { projectId, languages }: { projectId: number; languages: readonly string[] | null },
): Promise<number[]> {
  return listIds(db, sql`project_id = ${projectId}`, languages);
}

async function listIds(db: Db, where: SQL, languages: readonly string[] | null): Promise<number[]> {
  const { rows } = await db.execute(sql`
    select id from transcripts where ${where} and status = 'completed'
      and (${languages === null} or language is null
        or split_part(language, '-', 1) = any(${sql.param(['und', ...(languages ?? [])])}::text[]))`);
  return z
    .array(z.object({ id: z.int() }))
    .parse(rows)
    .map(({ id }) => id);
}

/** Those of the segments that still exist in one of the transcripts, in order, with what is shown of their transcript. */
export async function findSegmentsShown(
  db: Db,
  { ids, transcriptIds }: { ids: readonly number[]; transcriptIds: readonly number[] },
): Promise<SegmentShown[]> {
  const { rows } = await db.execute(sql`
    select s.id::double precision as id, s.transcript_id as "transcriptId", s.start_ms as "startMs", s.speaker, s.text, t.title, t.language,
      t.speaker_names as "speakerNames", t.show_speakers as "showSpeakers"
    from segments s join transcripts t on t.id = s.transcript_id
    where s.id = any(${sql.param(ids)}::bigint[]) and s.transcript_id = any(${sql.param(transcriptIds)}::integer[])
    order by s.transcript_id, s.position, s.start_ms, s.id`);
  return z.array(SegmentShown).parse(rows);
}

function matchingNotes(place: NotesPlace, pattern: string): SQL {
  const readable =
    'projectId' in place
      ? sql`select id from transcripts where project_id = ${place.projectId}`
      : sql`select id from transcripts where user_id = ${place.readerId}
        union select t.id from transcripts t join members m on m.project_id = t.project_id where m.user_id = ${place.readerId}`;
  return sql`
    select n.transcript_id, n.start_ms, n.id as note_id, null::integer as reply_id, n.user_id as author_id, n.text
    from notes n where n.transcript_id in (${readable}) and n.normalized like ${pattern}
    union all
    select n.transcript_id, n.start_ms, n.id, r.id, r.user_id, r.text
    from note_replies r join notes n on n.id = r.note_id
    where n.transcript_id in (${readable}) and r.normalized like ${pattern}`;
}

/** Whether a segment is in a place. The indexes begin with the owner. */
function isSaidIn(place: Place): SQL {
  if ('userId' in place) return sql`user_id = ${place.userId}`;
  return sql`user_id = any(${sql.param(place.owners)}::integer[]) and transcript_id = any(${sql.param(place.ids)}::integer[])`;
}

/** Whether a transcript is in a place. */
function isOf(place: Place): SQL {
  return 'userId' in place ? sql`user_id = ${place.userId}` : sql`project_id = ${place.projectId}`;
}

/** Matches the text anywhere, with LIKE's wildcards escaped. */
function likePattern(normalized: string): string {
  return `%${normalized.replace(/[\\%_]/g, '\\$&')}%`;
}
