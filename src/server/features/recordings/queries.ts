import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { recordingPieces, recordings } from '../../db/schema/index.ts';

export type RecordingRow = typeof recordings.$inferSelect;
export type PieceRow = typeof recordingPieces.$inferSelect;

export async function findRecording(db: Db | Tx, id: string): Promise<RecordingRow | undefined> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id));
  return row;
}

/** Creates the recording if needed, and locks it until the transaction ends. */
export async function lockRecording(tx: Tx, id: string, userId: number): Promise<RecordingRow> {
  const [row] = await tx
    .insert(recordings)
    .values({ id, userId })
    .onConflictDoUpdate({ target: recordings.id, set: { changedAt: sql`now()` } })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}

/** Locks a recording until the transaction ends, if there is one. */
export async function lockExistingRecording(tx: Tx, id: string): Promise<RecordingRow | undefined> {
  const [row] = await tx.select().from(recordings).where(eq(recordings.id, id)).for('update');
  return row;
}

/** Stores a piece at its position; returns the file that was there before. */
export async function upsertPiece(tx: Tx, piece: PieceRow): Promise<string | undefined> {
  const [before] = await tx
    .select({ storageKey: recordingPieces.storageKey })
    .from(recordingPieces)
    .where(
      and(eq(recordingPieces.recordingId, piece.recordingId), eq(recordingPieces.position, piece.position)),
    );
  await tx
    .insert(recordingPieces)
    .values(piece)
    .onConflictDoUpdate({
      target: [recordingPieces.recordingId, recordingPieces.position],
      set: { storageKey: piece.storageKey, sizeBytes: piece.sizeBytes },
    });
  return before?.storageKey;
}

/** The pieces of these recordings, in order within each recording. */
export async function listPieces(db: Db | Tx, recordingIds: readonly string[]): Promise<PieceRow[]> {
  if (recordingIds.length === 0) return [];
  return db
    .select()
    .from(recordingPieces)
    .where(inArray(recordingPieces.recordingId, [...recordingIds]))
    .orderBy(asc(recordingPieces.recordingId), asc(recordingPieces.position));
}

/** The total size of a recording's pieces, in bytes. */
export async function sumPieces(tx: Tx, recordingId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${recordingPieces.sizeBytes}), 0)` })
    .from(recordingPieces)
    .where(eq(recordingPieces.recordingId, recordingId));
  return Number(row?.bytes);
}

export interface WholeBeginning {
  recordingId: string;
  pieces: number;
  sizeBytes: number;
}

/** The number of pieces in each recording's contiguous prefix; recordings without any are left out. */
export async function sumWholeBeginnings(
  db: Db | Tx,
  recordingIds: readonly string[],
): Promise<WholeBeginning[]> {
  const { rows } = await db.execute(sql`
    select recording_id as "recordingId", count(*)::int as pieces, sum(size_bytes)::float8 as "sizeBytes"
    from (
      select recording_id, size_bytes, position, row_number() over (partition by recording_id order by position) - 1 as place
      from recording_pieces where recording_id = any(${sql.param([...recordingIds])}::text[])
    ) as pieces
    where position = place group by recording_id`);
  // The query above has these names and types.
  return rows as unknown as WholeBeginning[];
}

/** A user's recordings that have not become transcripts, the most recently changed first. */
export async function listUnfinished(db: Db | Tx, userId: number): Promise<RecordingRow[]> {
  return db
    .select()
    .from(recordings)
    .where(and(eq(recordings.userId, userId), isNull(recordings.transcriptId)))
    .orderBy(desc(recordings.changedAt));
}

export async function markTranscribed(tx: Tx, id: string, transcriptId: number): Promise<void> {
  await tx.update(recordings).set({ transcriptId }).where(eq(recordings.id, id));
  await tx.delete(recordingPieces).where(eq(recordingPieces.recordingId, id));
}

export async function deleteRecording(tx: Tx, id: string): Promise<void> {
  await tx.delete(recordings).where(eq(recordings.id, id));
}

/** Deletes recordings that nobody has asked for in this long. */
export async function deleteForgotten(db: Db | Tx, olderThanMs: number): Promise<void> {
  const isOld = lt(recordings.changedAt, msFromNow(-olderThanMs));
  await db.delete(recordings).where(and(isNull(recordings.transcriptId), isOld));
}

/** Which of these files are pieces of a recording. */
export async function findPieceKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ storageKey: recordingPieces.storageKey })
    .from(recordingPieces)
    .where(sql`${recordingPieces.storageKey} = any(${sql.param(keys)}::text[])`);
  return rows.map(({ storageKey }) => storageKey);
}
