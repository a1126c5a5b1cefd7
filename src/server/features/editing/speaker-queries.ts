import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { segments } from '../../db/schema/index.ts';
import { IN_ORDER, type TextOf } from './queries.ts';

/** What is needed to find the speakers of a text anew, in order; the words as JSON text. */
export async function listPassages(
  db: Db,
  transcriptId: number,
): Promise<{ id: number; speaker: string; text: string; words: string }[]> {
  return db
    .select({
      id: segments.id,
      speaker: segments.speaker,
      text: segments.text,
      words: sql<string>`${segments.words}::text`,
    })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(...IN_ORDER);
}

/** The positions of the segments that follow these, by id; none for the last one. */
export async function findNextPositions(
  tx: Tx,
  transcriptId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await tx.execute(sql`
    select id::double precision as id, next from (
      select id, lead(position) over (order by position, start_ms, id) as next
      from segments where transcript_id = ${transcriptId}) as placed
    where next is not null and id = any(${sql.param([...ids])}::bigint[])`);
  const placed = z.array(z.object({ id: z.int(), next: z.number() })).parse(rows);
  return new Map(placed.map(({ id, next }) => [id, next]));
}

/** The steps that gave segments another speaker or split them and are not undone, oldest first. */
export async function listSpeakerSteps(
  db: Db,
  { id, version }: TextOf,
): Promise<{ kind: 'speaker' | 'split'; changed: number[]; added: number[] }[]> {
  const { rows } = await db.execute(sql`
    select kind, array(select (change->>'id')::double precision from jsonb_array_elements(changes) as list(change)
        where change->'before' <> 'null') as changed,
      array(select (change->>'id')::double precision from jsonb_array_elements(changes) as list(change)
        where change->'before' = 'null') as added
    from edits where transcript_id = ${id} and version = ${version} and not is_undone and kind in ('speaker', 'split')
    order by id`);
  const ids = z.array(z.int());
  return z.array(z.object({ kind: z.enum(['speaker', 'split']), changed: ids, added: ids })).parse(rows);
}
