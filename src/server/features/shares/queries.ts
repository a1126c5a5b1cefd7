import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { shares } from '../../db/schema/index.ts';

export type ShareRow = typeof shares.$inferSelect;

export async function findShare(db: Db | Tx, id: string): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(shares).where(eq(shares.id, id));
  return row;
}

export async function findShareOf(db: Db | Tx, transcriptId: number): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(shares).where(eq(shares.transcriptId, transcriptId));
  return row;
}

/** Makes a link, or leaves the one that somebody made at the same moment. */
export async function insertShare(tx: Tx, row: typeof shares.$inferInsert): Promise<void> {
  await tx.insert(shares).values(row).onConflictDoNothing({ target: shares.transcriptId });
}

export async function changeShareEnd(tx: Tx, id: string, expiresAt: Date | null): Promise<void> {
  await tx.update(shares).set({ expiresAt }).where(eq(shares.id, id));
}

export async function deleteShareOf(db: Db | Tx, transcriptId: number): Promise<void> {
  await db.delete(shares).where(eq(shares.transcriptId, transcriptId));
}
