import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { articles } from '../../db/schema/index.ts';

/** The files of a project's PDF articles. */
export async function listFileKeys(db: Db | Tx, projectId: number): Promise<string[]> {
  const rows = await db
    .select({ storageKey: articles.storageKey })
    .from(articles)
    .where(and(eq(articles.projectId, projectId), isNotNull(articles.storageKey)));
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}

/** Which of these files belong to an article. */
export async function findFileKeys(db: Db | Tx, keys: string[]): Promise<string[]> {
  const rows = await db
    .select({ storageKey: articles.storageKey })
    .from(articles)
    .where(sql`${articles.storageKey} = any(${sql.param(keys)}::text[])`);
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}
