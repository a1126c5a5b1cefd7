import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';

const TODAY = sql`(now() at time zone 'utc')::date`;

/** Adds to what was used today, unless that would be more than the limit; false then. */
export async function addUsage(
  db: Db | Tx,
  { subject, amount, limit }: { subject: string; amount: number; limit: number },
): Promise<boolean> {
  if (amount > limit) return false;
  const { rowCount } = await db.execute(sql`
    insert into usage as known (day, subject, used) values (${TODAY}, ${subject}, ${amount})
    on conflict (day, subject) do update set used = known.used + excluded.used
      where known.used + excluded.used <= ${limit}`);
  return rowCount === 1;
}

export async function takeBackUsage(db: Db | Tx, subject: string, amount: number): Promise<void> {
  await db.execute(sql`
    update usage set used = greatest(0, used - ${amount}) where day = ${TODAY} and subject = ${subject}`);
}

/** Forgets days that are over. */
export async function deleteOldUsage(db: Db | Tx): Promise<void> {
  await db.execute(sql`delete from usage where day < ${TODAY} - 7`);
}
