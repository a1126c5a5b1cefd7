import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PlacedSegment } from '#domain/segments.ts';
import type { Tx } from '../../db/client.ts';
import { SEGMENT_COLUMNS, segments } from '../../db/schema/index.ts';
import { IN_ORDER, type TextOf } from './queries.ts';

type Place = Pick<PlacedSegment, 'id' | 'position' | 'startMs'>;

const isBefore = (transcriptId: number, { position, startMs, id }: Place) =>
  and(
    eq(segments.transcriptId, transcriptId),
    sql`(${segments.position}, ${segments.startMs}, ${segments.id}) < (${position}, ${startMs}, ${id})`,
  );

/** The segment before this one; undefined before the first. */
export async function findPreviousSegment(
  tx: Tx,
  transcriptId: number,
  before: Place,
): Promise<PlacedSegment | undefined> {
  const [previous] = await tx
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(isBefore(transcriptId, before))
    .orderBy(desc(segments.position), desc(segments.startMs), desc(segments.id))
    .limit(1);
  return previous;
}

/** The latest end of all segments before this one; 0 before the first. */
export async function findEarlierEnd(tx: Tx, transcriptId: number, before: Place): Promise<number> {
  const [row] = await tx
    .select({ endMs: sql<number>`coalesce(max(${segments.endMs}), 0)` })
    .from(segments)
    .where(isBefore(transcriptId, before));
  return row?.endMs ?? 0;
}

/** The times of all segments of a text, in order. */
export async function findSpans(
  tx: Tx,
  transcriptId: number,
): Promise<Pick<PlacedSegment, 'id' | 'startMs' | 'endMs'>[]> {
  return tx
    .select({ id: segments.id, startMs: segments.startMs, endMs: segments.endMs })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(...IN_ORDER);
}

/** Whether a step, or one after it, added one of these segments or set its times. */
export async function areTimesChanged(
  tx: Tx,
  { id, version }: TextOf,
  { from, segmentIds }: { from: number; segmentIds: readonly number[] },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select exists (
      select from edits e, jsonb_array_elements(e.changes) as list(change)
      where e.transcript_id = ${id} and e.version = ${version} and e.id >= ${from}
        and (change->>'id')::bigint = any(${sql.param([...segmentIds])}::bigint[])
        and (change->'before' = 'null' or change->'before'->'startMs' <> change->'after'->'startMs'
          or change->'before'->'endMs' <> change->'after'->'endMs')) as "isChanged"`);
  return z.object({ isChanged: z.boolean() }).parse(rows[0]).isChanged;
}
