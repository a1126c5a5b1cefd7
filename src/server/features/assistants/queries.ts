import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { USE_NOTED_EVERY_MS } from '../../auth/last-use.ts';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { prepared } from '../../db/prepared.ts';
import { assistants, oauthRecords, users } from '../../db/schema/index.ts';

export type AssistantRow = typeof assistants.$inferSelect;
export type RecordRow = typeof oauthRecords.$inferSelect;
type RecordKey = Pick<RecordRow, 'model' | 'idHash'>;

const isUnnoted = or(
  isNull(assistants.lastUsedAt),
  lt(assistants.lastUsedAt, msFromNow(-USE_NOTED_EVERY_MS)),
);
const isCurrent = or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, sql`now()`));
const isRecord = ({ model, idHash }: RecordKey) =>
  and(eq(oauthRecords.model, model), eq(oauthRecords.idHash, idHash));

const assistantByToken = prepared((db) =>
  db
    .select({
      user: users,
      id: assistants.id,
      payload: oauthRecords.payload,
      isUnnoted: sql<boolean>`${isUnnoted}`,
    })
    .from(oauthRecords)
    .innerJoin(assistants, eq(assistants.grantHash, oauthRecords.grantHash))
    .innerJoin(users, eq(users.id, assistants.userId))
    .where(
      and(
        eq(oauthRecords.model, 'AccessToken'),
        eq(oauthRecords.idHash, sql.placeholder('idHash')),
        isCurrent,
      ),
    )
    .prepare('assistant_by_token'),
);

/** The assistant whose access token this is, with the person who has let it in. */
export async function findAssistantByToken(db: Db | Tx, idHash: string) {
  const [row] = await assistantByToken(db).execute({ idHash });
  return row;
}

/** Notes who an assistant was last used by, unless that was noted less than a minute ago. */
export async function noteAssistantUse(
  db: Db | Tx,
  id: number,
  use: Pick<AssistantRow, 'lastAddress' | 'lastProgram'>,
): Promise<void> {
  await db
    .update(assistants)
    .set({ ...use, lastUsedAt: sql`now()` })
    .where(and(eq(assistants.id, id), isUnnoted));
}

export async function findAssistant(db: Db | Tx, id: number): Promise<AssistantRow | undefined> {
  const [row] = await db.select().from(assistants).where(eq(assistants.id, id));
  return row;
}

export function listAssistantRows(db: Db | Tx, userId: number): Promise<AssistantRow[]> {
  return db.select().from(assistants).where(eq(assistants.userId, userId)).orderBy(desc(assistants.id));
}

export async function insertAssistant(tx: Tx, row: typeof assistants.$inferInsert): Promise<void> {
  await tx.insert(assistants).values(row);
}

/** Deletes a person's assistants, or one of them, with all that was given to them; returns how many there were. */
export async function deleteAssistants(tx: Db | Tx, userId: number, id?: number): Promise<number> {
  const isThis = id === undefined ? undefined : eq(assistants.id, id);
  const rows = await tx
    .delete(assistants)
    .where(and(eq(assistants.userId, userId), isThis))
    .returning({ grantHash: assistants.grantHash });
  for (const { grantHash } of rows) await deleteGrant(tx, grantHash);
  return rows.length;
}

/** Deletes a grant and all that was given with it. */
export async function deleteGrant(db: Db | Tx, grantHash: string): Promise<void> {
  await db.delete(assistants).where(eq(assistants.grantHash, grantHash));
  await db
    .delete(oauthRecords)
    .where(or(eq(oauthRecords.grantHash, grantHash), isRecord({ model: 'Grant', idHash: grantHash })));
}

/** Writes a record, which lasts this many milliseconds from now; undefined: until it is destroyed. */
export async function putRecord(
  db: Db | Tx,
  row: Omit<typeof oauthRecords.$inferInsert, 'expiresAt'>,
  goodForMs: number | undefined,
): Promise<void> {
  const values = { ...row, expiresAt: goodForMs === undefined ? null : msFromNow(goodForMs) };
  const { model: _model, idHash: _idHash, ...changed } = values;
  await db
    .insert(oauthRecords)
    .values(values)
    .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.idHash], set: changed });
}

export async function findRecord(db: Db | Tx, key: RecordKey): Promise<RecordRow | undefined> {
  const [row] = await db
    .select()
    .from(oauthRecords)
    .where(and(isRecord(key), isCurrent));
  return row;
}

export async function findRecordByUid(db: Db | Tx, uidHash: string): Promise<RecordRow | undefined> {
  const [row] = await db
    .select()
    .from(oauthRecords)
    .where(and(eq(oauthRecords.uidHash, uidHash), isCurrent));
  return row;
}

/** Marks a record as used; false if it was already, or is gone. */
export async function consumeRecord(db: Db | Tx, key: RecordKey): Promise<boolean> {
  const rows = await db
    .update(oauthRecords)
    .set({ consumedAt: sql`now()` })
    .where(and(isRecord(key), isNull(oauthRecords.consumedAt)))
    .returning({ idHash: oauthRecords.idHash });
  return rows.length > 0;
}

export async function deleteRecord(db: Db | Tx, key: RecordKey): Promise<void> {
  await db.delete(oauthRecords).where(isRecord(key));
}

/** Lets a record stay that would have expired: a client that somebody has let in. */
export async function keepRecord(db: Db | Tx, key: RecordKey): Promise<void> {
  await db.update(oauthRecords).set({ expiresAt: null }).where(isRecord(key));
}

/** Deletes what has expired, and assistants whose grants have. */
export async function deleteExpiredRecords(db: Db | Tx): Promise<void> {
  await db.delete(oauthRecords).where(lt(oauthRecords.expiresAt, sql`now()`));
  await db.execute(sql`delete from ${assistants} where not exists (
    select from ${oauthRecords} where ${oauthRecords.model} = 'Grant' and ${oauthRecords.idHash} = ${assistants.grantHash})`);
}
