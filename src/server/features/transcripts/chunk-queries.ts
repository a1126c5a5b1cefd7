import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { chunks } from '../../db/schema/index.ts';

export type ChunkRow = typeof chunks.$inferSelect;

export async function listChunks(db: Db | Tx, transcriptId: number): Promise<ChunkRow[]> {
  return db.select().from(chunks).where(eq(chunks.transcriptId, transcriptId)).orderBy(asc(chunks.startMs));
}

/** Stores a chunk while this job is the current run; false means that the job is stale and nothing was written. */
export async function storeChunk(db: Db | Tx, jobId: string, chunk: ChunkRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into chunks (transcript_id, made_by, start_ms, end_ms, segments)
    select id, ${chunk.madeBy}, ${chunk.startMs}, ${chunk.endMs}, ${JSON.stringify(chunk.segments)}::jsonb
    from transcripts where id = ${chunk.transcriptId} and job_id = ${jobId}
    on conflict (transcript_id, start_ms) do update set made_by = excluded.made_by, end_ms = excluded.end_ms,
      segments = excluded.segments`);
  return rowCount === 1;
}

/** What made the chunks of a transcript; undefined if there are none. */
export async function findChunkMaker(db: Db | Tx, transcriptId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ madeBy: chunks.madeBy })
    .from(chunks)
    .where(eq(chunks.transcriptId, transcriptId))
    .limit(1);
  return row?.madeBy;
}

/** `but`: keeps those that were made by this. */
export async function deleteChunks(
  db: Db | Tx,
  transcriptId: number,
  { but }: { but?: string } = {},
): Promise<void> {
  const others = but === undefined ? undefined : ne(chunks.madeBy, but);
  await db.delete(chunks).where(and(eq(chunks.transcriptId, transcriptId), others));
}
