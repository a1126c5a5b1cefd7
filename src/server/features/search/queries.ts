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
  noteMatches: z.boolean(),
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

const NoteMatch = z.object({
  transcriptId: z.int(),
  startMs: z.int(),
  /** Null if the account is gone. */
  author: z.string().nullable(),
  text: z.string(),
  /** Matching notes and replies in the transcript. */
  inTranscript: z.int(),
});
export type NoteMatch = z.infer<typeof NoteMatch>;

const SegmentShown = Match.omit({ inTranscript: true }).extend({
  id: SegmentId,
  title: z.string(),
  language: z.string().nullable(),
  speakerNames: z.record(z.string(), z.string()),
  showSpeakers: z.boolean(),
});
export type SegmentShown = z.infer<typeof SegmentShown>;

interface Wanted {
  userId: number;
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
 * The newest transcripts of the user that contain the text in their title or in a segment, and those that the user may read that
 * contain it in a note. A rare text is found through the index, in all
 * transcripts at once. For a frequent one the index has too many entries, but then its first occurrence in a transcript is near
 * the beginning. Reading the first entries shows which it is: the list of them is complete, or cut off.
 */
export async function findHits(db: Db | Tx, { userId, normalized }: Wanted, limit: number): Promise<Hit[]> {
  const pattern = likePattern(normalized);
  const { rows } = await db.execute(sql`
    with matching as materialized (
      select transcript_id from segments where user_id = ${userId} and normalized like ${pattern}
    ), enough as materialized (
      select greatest(${FEW_SEGMENTS}, sum(segment_count) / ${FEW_PART})::integer as places
      from transcripts where user_id = ${userId}
    ), first_places as materialized (
      select transcript_id from matching limit (select places + 1 from enough)
    ), is_rare as materialized (
      select count(*) <= (select places from enough) as yes from first_places
    ), noted as materialized (
      select distinct transcript_id from (${matchingNotes(userId, pattern)}) as matching_notes
    ), found as (
      select t.*, t.user_id = ${userId} and t.normalized_title like ${pattern} as title_matches,
        t.id in (select transcript_id from noted) as note_matches,
        case when t.user_id <> ${userId} then false
          when (select yes from is_rare) then t.id in (select transcript_id from first_places)
          -- An expression, so that the index of parts is not read for each transcript: that took seconds. The offset keeps it from being read for all.
          else exists (select from segments s where s.transcript_id = t.id and (s.normalized || '') like ${pattern} offset 0)
        end as text_matches
      -- Two indexed reads; with 'or', all transcripts of the installation would be read.
      from transcripts t where t.id in (select id from transcripts where user_id = ${userId}
        union select transcript_id from noted)
    )
    select id, title, source_type as "sourceType", language, duration_ms as "durationMs", word_count as "wordCount",
      speaker_names as "speakerNames", show_speakers as "showSpeakers", title_matches as "titleMatches",
      text_matches as "textMatches", note_matches as "noteMatches", count(*) over ()::integer as "totalResults"
    from found where title_matches or text_matches or note_matches
    order by id desc limit ${limit}`);
  return z.array(Hit).parse(rows);
}

/** The first matching segments of each of these transcripts, and how many there are. */
export async function findSearchMatches(
  db: Db | Tx,
  { userId, normalized }: Wanted,
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
      where user_id = ${userId} and transcript_id = any(${sql.param(transcriptIds)}::integer[])
        and normalized like ${likePattern(normalized)}
    ) matching
    where place <= ${perTranscript}
    order by transcript_id, position`);
  return z.array(Match).parse(rows);
}

/** The first matching notes and replies of each of these transcripts, which the user may read, and how many there are. */
export async function findNoteMatches(
  db: Db | Tx,
  { userId, normalized }: Wanted,
  transcriptIds: number[],
  perTranscript: number,
): Promise<NoteMatch[]> {
  const { rows } = await db.execute(sql`
    select m.transcript_id as "transcriptId", m.start_ms as "startMs", m.text, m.total as "inTranscript",
      coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) as author
    from (
      select *, row_number() over (partition by transcript_id order by start_ms, note_id, reply_id nulls first) as place,
        count(*) over (partition by transcript_id)::integer as total
      from (${matchingNotes(userId, likePattern(normalized))}) as matching_notes
      where transcript_id = any(${sql.param(transcriptIds)}::integer[])
    ) m left join users u on u.id = m.author_id
    where m.place <= ${perTranscript}
    order by m.transcript_id, m.place`);
  return z.array(NoteMatch).parse(rows);
}

/** The finished transcripts of the user in these languages (main subtags; null: any), or where the language is not known. */
export async function listOwnIds(
  db: Db,
  { userId, languages }: { userId: number; languages: readonly string[] | null },
): Promise<number[]> {
  const { rows } = await db.execute(sql`
    select id from transcripts where user_id = ${userId} and status = 'completed'
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

/** The notes and replies that contain the text, in the user's own transcripts and in those of projects of which the user is a member. */
function matchingNotes(userId: number, pattern: string): SQL {
  const readable = sql`select id from transcripts where user_id = ${userId}
    union select t.id from transcripts t join members m on m.project_id = t.project_id where m.user_id = ${userId}`;
  return sql`
    select n.transcript_id, n.start_ms, n.id as note_id, null::integer as reply_id, n.user_id as author_id, n.text
    from notes n where n.transcript_id in (${readable}) and n.normalized like ${pattern}
    union all
    select n.transcript_id, n.start_ms, n.id, r.id, r.user_id, r.text
    from note_replies r join notes n on n.id = r.note_id
    where n.transcript_id in (${readable}) and r.normalized like ${pattern}`;
}

/** Matches the text anywhere, with LIKE's wildcards escaped. */
function likePattern(normalized: string): string {
  return `%${normalized.replace(/[\\%_]/g, '\\$&')}%`;
}
