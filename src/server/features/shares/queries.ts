import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { shares } from '../../db/schema/index.ts';

/** A link, and whether it has expired. */
export type ShareRow = typeof shares.$inferSelect & { hasExpired: boolean };

const COLUMNS = {
  ...getTableColumns(shares),
  hasExpired: sql<boolean>`coalesce(${shares.expiresAt} <= now(), false)`,
};

export async function findShare(db: Db | Tx, id: string): Promise<ShareRow | undefined> {
  const [row] = await db.select(COLUMNS).from(shares).where(eq(shares.id, id));
  return row;
}

export async function findShareOf(db: Db | Tx, transcriptId: number): Promise<ShareRow | undefined> {
  const [row] = await db.select(COLUMNS).from(shares).where(eq(shares.transcriptId, transcriptId));
  return row;
}

/** Creates a link, unless somebody has made one at the same moment. */
export async function insertShare(
  tx: Tx,
  row: Pick<ShareRow, 'id' | 'transcriptId'>,
  goodForMs: number | null,
): Promise<void> {
  await tx
    .insert(shares)
    .values({ ...row, expiresAt: endAfter(goodForMs) })
    .onConflictDoNothing({ target: shares.transcriptId });
}

/** Makes a link end this many milliseconds from now; null for never. */
export async function changeShareEnd(tx: Tx, id: string, goodForMs: number | null): Promise<void> {
  await tx
    .update(shares)
    .set({ expiresAt: endAfter(goodForMs) })
    .where(eq(shares.id, id));
}

export async function deleteShareOf(db: Db | Tx, transcriptId: number): Promise<void> {
  await db.delete(shares).where(eq(shares.transcriptId, transcriptId));
}

function endAfter(goodForMs: number | null) {
  return goodForMs === null ? null : msFromNow(goodForMs);
}
