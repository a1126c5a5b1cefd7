import { asc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { chunks } from '../../db/schema/index.ts';

export type ChunkRow = typeof chunks.$inferSelect;

export async function listChunks(db: Db | Tx, transcriptId: number): Promise<ChunkRow[]> {
  return db.select().from(chunks).where(eq(chunks.transcriptId, transcriptId)).orderBy(asc(chunks.startMs));
}

/** Stores a chunk while this job is the current run; false means that the job is stale and nothing was written. */
export async function storeChunk(db: Db | Tx, jobId: string, chunk: ChunkRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into chunks (transcript_id, start_ms, end_ms, segments)
    select id, ${chunk.startMs}, ${chunk.endMs}, ${JSON.stringify(chunk.segments)}::jsonb
    from transcripts where id = ${chunk.transcriptId} and job_id = ${jobId}
    on conflict (transcript_id, start_ms) do update set end_ms = excluded.end_ms, segments = excluded.segments`);
  return rowCount === 1;
}

export async function deleteChunks(tx: Tx, transcriptId: number): Promise<void> {
  await tx.delete(chunks).where(eq(chunks.transcriptId, transcriptId));
}
