import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { SourceType } from '#contract/transcripts.ts';
import type { Db, Tx } from '../../db/client.ts';

const Hit = z.object({
  id: z.int(),
  title: z.string(),
  sourceType: SourceType,
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
 * The newest transcripts that contain the text in their title or in a segment. A rare text is found through the index, in all
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
    ), found as (
      select t.*, t.normalized_title like ${pattern} as title_matches,
        case when (select yes from is_rare) then t.id in (select transcript_id from first_places)
          -- An expression, so that the index of parts is not read for each transcript: that took seconds. The offset keeps it from being read for all.
          else exists (select from segments s where s.transcript_id = t.id and (s.normalized || '') like ${pattern} offset 0)
        end as text_matches
      from transcripts t where t.user_id = ${userId}
    )
    select id, title, source_type as "sourceType", duration_ms as "durationMs", word_count as "wordCount",
      speaker_names as "speakerNames", show_speakers as "showSpeakers", title_matches as "titleMatches",
      text_matches as "textMatches", count(*) over ()::integer as "totalResults"
    from found where title_matches or text_matches
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

/** Matches the text anywhere, with LIKE's wildcards escaped. */
function likePattern(normalized: string): string {
  return `%${normalized.replace(/[\\%_]/g, '\\$&')}%`;
}
