import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { speechServers } from '../../db/schema/index.ts';

export type SpeechServerRow = typeof speechServers.$inferSelect;

/** The user's own speech server, its key still encrypted. */
export async function findServer(db: Db | Tx, userId: number): Promise<SpeechServerRow | undefined> {
  const [row] = await db.select().from(speechServers).where(eq(speechServers.userId, userId));
  return row;
}

/** Stores a user's speech server in place of the previous one. */
export async function storeServer(db: Db | Tx, row: Omit<SpeechServerRow, 'createdAt'>): Promise<void> {
  const { address, model, encryptedKey } = row;
  await db
    .insert(speechServers)
    .values(row)
    .onConflictDoUpdate({
      target: speechServers.userId,
      set: { address, model, encryptedKey, createdAt: sql`now()` },
    });
}

export async function deleteServer(db: Db | Tx, userId: number): Promise<void> {
  await db.delete(speechServers).where(eq(speechServers.userId, userId));
}
