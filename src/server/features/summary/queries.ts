import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { summaries } from '../../db/schema/index.ts';

export type SummaryRow = typeof summaries.$inferSelect;

export async function findSummary(db: Db | Tx, transcriptId: number): Promise<SummaryRow | undefined> {
  const [row] = await db.select().from(summaries).where(eq(summaries.transcriptId, transcriptId));
  return row;
}

/** Replaces the previous summary. */
export async function storeSummary(db: Db | Tx, row: Omit<SummaryRow, 'createdAt'>): Promise<SummaryRow> {
  const values = { ...row, createdAt: sql`now()` };
  const [stored] = await db
    .insert(summaries)
    .values(values)
    .onConflictDoUpdate({ target: summaries.transcriptId, set: values })
    .returning();
  if (!stored) throw new Error('The database returned no row for an insert.');
  return stored;
}
