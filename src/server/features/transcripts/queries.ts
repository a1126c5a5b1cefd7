import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { chunks, media, segments, transcripts } from '../../db/schema/index.ts';

export type TranscriptRow = typeof transcripts.$inferSelect;
export type SegmentRow = Omit<typeof segments.$inferSelect, 'tsv' | 'folded' | 'userId' | 'transcriptId'>;
export type MediaRow = typeof media.$inferSelect;
export type TranscriptChange = Partial<typeof transcripts.$inferInsert>;
export type NewSegment = Omit<typeof segments.$inferInsert, 'tsv' | 'userId' | 'transcriptId' | 'index'>;
export type ChunkRow = typeof chunks.$inferSelect;

export async function insertTranscript(tx: Tx, row: typeof transcripts.$inferInsert): Promise<TranscriptRow> {
  const [inserted] = await tx.insert(transcripts).values(row).returning();
  if (!inserted) throw new Error('The database answered no row for an insert.');
  return inserted;
}

export async function findTranscript(db: Db | Tx, id: number): Promise<TranscriptRow | undefined> {
  const [row] = await db.select().from(transcripts).where(eq(transcripts.id, id));
  return row;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockTranscript(tx: Tx, id: number): Promise<TranscriptRow | undefined> {
  const [row] = await tx.select().from(transcripts).where(eq(transcripts.id, id)).for('update');
  return row;
}

export async function listTranscriptRows(
  db: Db | Tx,
  userId: number,
  page?: { limit: number; offset: number },
): Promise<TranscriptRow[]> {
  const newest = db
    .select()
    .from(transcripts)
    .where(eq(transcripts.userId, userId))
    .orderBy(desc(transcripts.id));
  return page ? newest.limit(page.limit).offset(page.offset) : newest;
}

export async function countTranscripts(db: Db | Tx, userId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(transcripts).where(eq(transcripts.userId, userId));
  return row?.total ?? 0;
}

export async function changeTranscript(
  db: Db | Tx,
  id: number,
  change: TranscriptChange,
): Promise<TranscriptRow | undefined> {
  const values = { ...change, updatedAt: new Date() };
  const [row] = await db.update(transcripts).set(values).where(eq(transcripts.id, id)).returning();
  return row;
}

/** Changes a transcript only while this job is its current run; false means that the job is stale. */
export async function changeAsJob(
  db: Db | Tx,
  id: number,
  jobId: string,
  change: TranscriptChange,
): Promise<boolean> {
  const rows = await db
    .update(transcripts)
    .set({ ...change, updatedAt: new Date() })
    .where(and(eq(transcripts.id, id), eq(transcripts.jobId, jobId), eq(transcripts.status, 'processing')))
    .returning({ id: transcripts.id });
  return rows.length > 0;
}

export async function deleteTranscriptRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(transcripts).where(eq(transcripts.id, id));
}

export async function listSegments(db: Db | Tx, transcriptId: number): Promise<SegmentRow[]> {
  return db
    .select({
      index: segments.index,
      speaker: segments.speaker,
      startMs: segments.startMs,
      endMs: segments.endMs,
      text: segments.text,
      words: segments.words,
      timing: segments.timing,
    })
    .from(segments)
    .where(eq(segments.transcriptId, transcriptId))
    .orderBy(asc(segments.index));
}

/** Puts these in place of all segments of the transcript. One parameter carries them, as thousands of rows have more than PostgreSQL takes. */
export async function replaceSegments(
  tx: Tx,
  transcript: { id: number; userId: number },
  rows: readonly NewSegment[],
): Promise<void> {
  await tx.delete(segments).where(eq(segments.transcriptId, transcript.id));
  await tx.execute(sql`
    insert into segments (transcript_id, index, user_id, speaker, start_ms, end_ms, text, folded, words, timing)
    select ${transcript.id}, position - 1, ${transcript.userId}, row->>'speaker', (row->>'startMs')::integer,
      (row->>'endMs')::integer, row->>'text', row->>'folded', row->'words', row->>'timing'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list(row, position)`);
}

export async function listChunks(db: Db | Tx, transcriptId: number): Promise<ChunkRow[]> {
  return db.select().from(chunks).where(eq(chunks.transcriptId, transcriptId)).orderBy(asc(chunks.startMs));
}

/** Stores a chunk while this job is the current run; false means that the job is stale and nothing was written. */
export async function storeChunk(db: Db | Tx, jobId: string, chunk: ChunkRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into chunks (transcript_id, start_ms, end_ms, segments)
    select id, ${chunk.startMs}, ${chunk.endMs}, ${JSON.stringify(chunk.segments)}::jsonb
    from transcripts where id = ${chunk.transcriptId} and job_id = ${jobId} and status = 'processing'
    on conflict (transcript_id, start_ms) do update set end_ms = excluded.end_ms, segments = excluded.segments`);
  return rowCount === 1;
}

export async function deleteChunks(tx: Tx, transcriptId: number): Promise<void> {
  await tx.delete(chunks).where(eq(chunks.transcriptId, transcriptId));
}

export async function insertMedia(tx: Tx, row: typeof media.$inferInsert): Promise<void> {
  await tx.insert(media).values(row);
}

export async function findMedia(db: Db | Tx, transcriptId: number): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.transcriptId, transcriptId));
  return row;
}

export async function changeMedia(
  db: Db | Tx,
  transcriptId: number,
  change: Partial<typeof media.$inferInsert>,
): Promise<boolean> {
  const rows = await db
    .update(media)
    .set(change)
    .where(eq(media.transcriptId, transcriptId))
    .returning({ id: media.transcriptId });
  return rows.length > 0;
}

/** Which of these files a transcript refers to. */
export async function findMediaKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const list = sql`${sql.param(keys)}::text[]`;
  const rows = await db
    .select({ storageKey: media.storageKey, playableKey: media.playableKey })
    .from(media)
    .where(sql`${media.storageKey} = any(${list}) or ${media.playableKey} = any(${list})`);
  return rows.flatMap(({ storageKey, playableKey }) =>
    playableKey ? [storageKey, playableKey] : [storageKey],
  );
}

/** The jobs that may be under way or begin again: their working folders are kept. */
export async function findRunningJobIds(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .select({ jobId: transcripts.jobId })
    .from(transcripts)
    .where(eq(transcripts.status, 'processing'));
  return rows.flatMap(({ jobId }) => jobId ?? []);
}
