import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { ImportTiming } from '#contract/import-formats.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { imports } from '../../db/schema/index.ts';

export type ImportRow = typeof imports.$inferSelect;
/** A text that a job will put onto a recording. */
export interface WaitingImport {
  id: string;
  filename: string;
  content: ReadTranscript;
  timing: ImportTiming;
}

export async function insertImport(tx: Tx, row: typeof imports.$inferInsert): Promise<void> {
  await tx.insert(imports).values(row);
}

/** How many texts of a person wait without a transcript. */
export async function countWaitingImports(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(imports)
    .where(and(eq(imports.userId, userId), isNull(imports.transcriptId)));
  return row?.total ?? 0;
}

export async function lockImport(tx: Tx, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
  return row;
}

/** The text that the transcript's job is to use; undefined if there is none. */
export async function findWaitingImport(
  db: Db | Tx,
  transcriptId: number,
): Promise<WaitingImport | undefined> {
  const [row] = await db
    .select({ id: imports.id, filename: imports.filename, content: imports.content, timing: imports.timing })
    .from(imports)
    .where(and(eq(imports.transcriptId, transcriptId), isNotNull(imports.content)));
  return row?.content ? { ...row, content: row.content } : undefined;
}

/** Says which transcript a text belongs to; whatever else waited for the transcript is forgotten. */
export async function assignImport(
  tx: Tx,
  id: string,
  change: Pick<Partial<ImportRow>, 'content' | 'timing'> & { transcriptId: number },
): Promise<void> {
  await deleteImportsOf(tx, change.transcriptId);
  await tx.update(imports).set(change).where(eq(imports.id, id));
}

/** Forgets the text that waits for a transcript, or has become it. */
export async function deleteImportsOf(tx: Tx, transcriptId: number): Promise<void> {
  await tx.delete(imports).where(eq(imports.transcriptId, transcriptId));
}

/** Deletes what nobody has used, and what has been used, longer ago than this. */
export async function deleteOldImports(db: Db | Tx, olderThanMs: number): Promise<void> {
  const isIdle = or(isNull(imports.transcriptId), isNull(imports.content));
  await db.delete(imports).where(and(isIdle, lt(imports.createdAt, msFromNow(-olderThanMs))));
}
