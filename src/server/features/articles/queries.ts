import { and, count, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { articlePassages, articles } from '../../db/schema/index.ts';

export type ArticleRow = typeof articles.$inferSelect;
export type NewArticle = Omit<typeof articles.$inferInsert, 'id' | 'createdAt'>;
export interface NewPassage {
  start: number;
  end: number;
  normalized: string;
}

const { content: _content, ...FACTS } = getTableColumns(articles);

/** Newest first. Texts are included up to a total of `maxTextBytes`; the rest are empty. */
export async function listArticleRows(
  db: Db | Tx,
  projectId: number,
  { maxTextBytes }: { maxTextBytes: number },
): Promise<ArticleRow[]> {
  const given = sql<string>`case when sum(octet_length(${articles.content})) over (order by ${articles.id} desc)
    <= ${maxTextBytes} then ${articles.content} else '' end`;
  return db
    .select({ ...FACTS, content: maxTextBytes === 0 ? sql<string>`''` : given })
    .from(articles)
    .where(eq(articles.projectId, projectId))
    .orderBy(desc(articles.id));
}

export async function findArticle(db: Db | Tx, id: number): Promise<ArticleRow | undefined> {
  const [row] = await db.select().from(articles).where(eq(articles.id, id));
  return row;
}

/** Whether the project already has this article. */
export async function hasArticle(db: Db | Tx, projectId: number, identity: string): Promise<boolean> {
  const [row] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.projectId, projectId), eq(articles.identity, identity)));
  return row !== undefined;
}

export async function countArticles(db: Db | Tx, projectId: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(articles).where(eq(articles.projectId, projectId));
  return row?.total ?? 0;
}

/** Undefined if the project already has this article. */
export async function insertArticle(tx: Tx, values: NewArticle): Promise<ArticleRow | undefined> {
  const [row] = await tx
    .insert(articles)
    .values(values)
    .onConflictDoNothing({ target: [articles.projectId, articles.identity] })
    .returning();
  return row;
}

/** Inserts passages in order, in one statement however many there are. */
export async function insertPassages(
  tx: Tx,
  { id, projectId }: Pick<ArticleRow, 'id' | 'projectId'>,
  passages: readonly NewPassage[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${articlePassages} (article_id, position, project_id, start, "end", normalized)
    select ${id}::int, place - 1, ${projectId}::int, start_at, end_at, normalized
    from unnest(
      ${sql.param(passages.map(({ start }) => start))}::int[],
      ${sql.param(passages.map(({ end }) => end))}::int[],
      ${sql.param(passages.map(({ normalized }) => normalized))}::text[]
    ) with ordinality as passage (start_at, end_at, normalized, place)`);
}

/** False if it is gone. */
export async function updateTitle(tx: Tx, id: number, title: string): Promise<boolean> {
  const rows = await tx
    .update(articles)
    .set({ title })
    .where(eq(articles.id, id))
    .returning({ id: articles.id });
  return rows.length > 0;
}

/** Undefined if it was already gone. */
export async function deleteArticleRow(
  tx: Tx,
  id: number,
): Promise<Pick<ArticleRow, 'storageKey'> | undefined> {
  const [row] = await tx
    .delete(articles)
    .where(eq(articles.id, id))
    .returning({ storageKey: articles.storageKey });
  return row;
}

/** The files of a project's PDF articles. */
export async function listArticleFileKeys(db: Db | Tx, projectId: number): Promise<string[]> {
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
