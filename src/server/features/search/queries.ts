import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { SourceType } from '#contract/transcripts.ts';
import type { Db } from '../../db/client.ts';

const Hit = z.object({
  id: z.int(),
  title: z.string(),
  sourceType: SourceType,
  durationMs: z.int().nullable(),
  wordCount: z.int().nullable(),
  speakerNames: z.record(z.string(), z.string()),
  showSpeakers: z.boolean(),
  titleMatches: z.boolean(),
  segmentMatches: z.int(),
  totalResults: z.int(),
});
export type Hit = z.infer<typeof Hit>;

const Match = z.object({
  transcriptId: z.int(),
  startMs: z.int(),
  speaker: z.string(),
  text: z.string(),
});
export type Match = z.infer<typeof Match>;

interface Wanted {
  userId: number;
  /** Folded, not blank. */
  folded: string;
}

/** The newest transcripts that hold the text in their title or in a segment, and how often. */
export async function findHits(db: Db, { userId, folded }: Wanted, limit: number): Promise<Hit[]> {
  const pattern = likePattern(folded);
  const { rows } = await db.execute(sql`
    with matching as (
      select transcript_id, count(*)::integer as matches from segments
      where user_id = ${userId} and folded like ${pattern} group by transcript_id
    )
    select t.id, t.title, t.source_type as "sourceType", t.duration_ms as "durationMs", t.word_count as "wordCount",
      t.speaker_names as "speakerNames", t.show_speakers as "showSpeakers",
      t.folded_title like ${pattern} as "titleMatches", coalesce(m.matches, 0) as "segmentMatches",
      count(*) over ()::integer as "totalResults"
    from transcripts t left join matching m on m.transcript_id = t.id
    where t.user_id = ${userId} and (m.transcript_id is not null or t.folded_title like ${pattern})
    order by t.id desc limit ${limit}`);
  return z.array(Hit).parse(rows);
}

/** The first matching segments of each of these transcripts. */
export async function findMatches(
  db: Db,
  { userId, folded }: Wanted,
  transcriptIds: number[],
  perTranscript: number,
): Promise<Match[]> {
  const { rows } = await db.execute(sql`
    select s.transcript_id as "transcriptId", s.start_ms as "startMs", s.speaker, s.text
    from unnest(${sql.param(transcriptIds)}::integer[]) as wanted(id)
    cross join lateral (
      select transcript_id, start_ms, speaker, text, position from segments
      where transcript_id = wanted.id and user_id = ${userId} and folded like ${likePattern(folded)}
      order by position limit ${perTranscript}
    ) s
    order by s.transcript_id, s.position`);
  return z.array(Match).parse(rows);
}

/** The text anywhere, with LIKE's own signs taken literally. */
function likePattern(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}
