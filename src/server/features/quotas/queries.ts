import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';

const TODAY = sql`(now() at time zone 'utc')::date`;

/** The day's usage after consuming. */
export interface UsedToday {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  used: number;
}

/** Adds to today's usage unless that would exceed the limit; then undefined. */
export async function addUsage(
  db: Db | Tx,
  { subject, amount, limit }: { subject: string; amount: number; limit: number },
): Promise<UsedToday | undefined> {
  if (amount > limit) return undefined;
  const { rows } = await db.execute<{ day: string; used: number }>(sql`
    insert into usage as known (day, subject, used) values (${TODAY}, ${subject}, ${amount})
    on conflict (day, subject) do update set used = known.used + excluded.used
      where known.used + excluded.used <= ${limit}
    returning day::text, used`);
  return rows[0];
}

/** Refunds consumed usage; it never becomes negative. */
export async function takeBackUsage(
  db: Db | Tx,
  { day, subject, amount }: { day: string; subject: string; amount: number },
): Promise<void> {
  await db.execute(sql`
    update usage set used = greatest(0, used - ${amount}) where day = ${day}::date and subject = ${subject}`);
}

/** Deletes the usage of past days. */
export async function deleteOldUsage(db: Db | Tx): Promise<void> {
  await db.execute(sql`delete from usage where day < ${TODAY} - 7`);
}
