import { and, count, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { speakerSearches } from '../../db/schema/index.ts';

export type SearchRow = typeof speakerSearches.$inferSelect;
type NewSearch = typeof speakerSearches.$inferInsert;

/** Stores a search in place of the transcript's earlier one. */
export async function replaceSearch(tx: Tx, row: NewSearch): Promise<SearchRow> {
  await deleteSearch(tx, row.transcriptId);
  const [inserted] = await tx.insert(speakerSearches).values(row).returning();
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted;
}

export async function findSearch(db: Db | Tx, transcriptId: number): Promise<SearchRow | undefined> {
  const [row] = await db.select().from(speakerSearches).where(eq(speakerSearches.transcriptId, transcriptId));
  return row;
}

/** How many searches of a user are not done, counted by one transaction of that user at a time. */
export async function countWaitingSearches(tx: Tx, userId: number): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`speaker searches of ${userId}`}, 0))`,
  );
  const [row] = await tx
    .select({ searches: count() })
    .from(speakerSearches)
    .where(and(eq(speakerSearches.userId, userId), eq(speakerSearches.status, 'processing')));
  return row?.searches ?? 0;
}

/** Updates a search that this run is doing; false if it does not any more. */
export async function changeRunningSearch(
  db: Db | Tx,
  { transcriptId, jobId }: Pick<SearchRow, 'transcriptId' | 'jobId'>,
  change: Partial<NewSearch>,
): Promise<boolean> {
  const rows = await db
    .update(speakerSearches)
    .set(change)
    .where(
      and(
        eq(speakerSearches.transcriptId, transcriptId),
        eq(speakerSearches.jobId, jobId),
        eq(speakerSearches.status, 'processing'),
      ),
    )
    .returning({ transcriptId: speakerSearches.transcriptId });
  return rows.length > 0;
}

/** Deletes a search and returns it; undefined if there is none. */
export async function deleteSearch(tx: Tx, transcriptId: number): Promise<SearchRow | undefined> {
  const [row] = await tx
    .delete(speakerSearches)
    .where(eq(speakerSearches.transcriptId, transcriptId))
    .returning();
  return row;
}
