import { and, eq, sql } from 'drizzle-orm';
import type { KeyProvider } from '#contract/api-keys.ts';
import type { Db, Tx } from '../../db/client.ts';
import { apiKeys } from '../../db/schema/index.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** The user's keys, still encrypted. */
export async function listKeys(db: Db | Tx, userId: number): Promise<ApiKeyRow[]> {
  return db.select().from(apiKeys).where(eq(apiKeys.userId, userId));
}

/** Stores a user's encrypted key, replacing the previous one for the same provider. */
export async function storeKey(
  db: Db | Tx,
  row: Pick<ApiKeyRow, 'userId' | 'provider' | 'encrypted'>,
): Promise<void> {
  await db
    .insert(apiKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [apiKeys.userId, apiKeys.provider],
      set: { encrypted: row.encrypted, createdAt: sql`now()` },
    });
}

/** Deletes all of a user's keys, or the one for a provider. */
export async function deleteKeys(db: Db | Tx, userId: number, provider?: KeyProvider): Promise<void> {
  const own = eq(apiKeys.userId, userId);
  await db.delete(apiKeys).where(provider ? and(own, eq(apiKeys.provider, provider)) : own);
}
