import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { uploads } from '../../db/schema/index.ts';

export type UploadRow = typeof uploads.$inferSelect;

export async function insertUpload(
  db: Db | Tx,
  upload: Pick<UploadRow, 'id' | 'userId' | 'filename' | 'contentType' | 'declaredBytes'>,
): Promise<void> {
  await db.insert(uploads).values(upload);
}

export async function findUpload(db: Db | Tx, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
  return row;
}

export interface Received {
  storageKey: string;
  sizeBytes: number;
  contentHash: string | null;
}

/** Records that the file of an upload has been stored. */
export async function markReceived(
  tx: Tx,
  id: string,
  { storageKey, sizeBytes, contentHash }: Received,
): Promise<void> {
  await tx
    .update(uploads)
    .set({ storageKey, receivedBytes: sizeBytes, contentHash, receivedAt: sql`now()` })
    .where(eq(uploads.id, id));
}

/** Records that an upload has no file any more. */
export async function markMissing(tx: Tx, id: string): Promise<void> {
  await tx
    .update(uploads)
    .set({ storageKey: null, receivedBytes: null, receivedAt: null, contentHash: null })
    .where(eq(uploads.id, id));
}

/** Records the transcript that was made from an upload. */
export async function markProcessed(tx: Tx, id: string, transcriptId: number): Promise<void> {
  await tx.update(uploads).set({ transcriptId }).where(eq(uploads.id, id));
}

/** Deletes uploads that were begun longer ago than this and never became a transcript. */
export async function deleteAbandonedUploads(db: Db | Tx, olderThanMs: number): Promise<void> {
  const isOld = lt(uploads.createdAt, msFromNow(-olderThanMs));
  await db.delete(uploads).where(and(isNull(uploads.transcriptId), isOld));
}

/** Which of these uploads have not become a transcript yet. */
export async function findOpenUploads(db: Db | Tx, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(isNull(uploads.transcriptId), sql`${uploads.id} = any(${sql.param(ids)}::text[])`));
  return rows.map(({ id }) => id);
}

/** Which of these files an upload refers to. */
export async function findUploadKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ storageKey: uploads.storageKey })
    .from(uploads)
    .where(sql`${uploads.storageKey} = any(${sql.param(keys)}::text[])`);
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}
