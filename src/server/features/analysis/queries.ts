import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';

interface LeaseRow {
  name: string;
  holder: string;
}

/** Takes a free lease for some seconds, by the database's clock; false while another run holds it. */
export async function takeLeaseRow(
  db: Db | Tx,
  { name, holder }: LeaseRow,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into leases as held (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where held.expires_at < now()`);
  return rowCount === 1;
}

/** Extends a lease by this many seconds from now; false if the holder has lost it. */
export async function renewLeaseRow(
  db: Db | Tx,
  { name, holder }: LeaseRow,
  seconds: number,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update leases set expires_at = now() + make_interval(secs => ${seconds})
    where name = ${name} and holder = ${holder}`);
  return rowCount === 1;
}

/** Releases a lease, if the holder still has it. */
export async function deleteLeaseRow(db: Db | Tx, { name, holder }: LeaseRow): Promise<void> {
  await db.execute(sql`delete from leases where name = ${name} and holder = ${holder}`);
}

/** The holder of a lease; undefined if it is free or expired. */
export async function findHolder(db: Db | Tx, name: string): Promise<string | undefined> {
  const { rows } = await db.execute(
    sql`select holder from leases where name = ${name} and expires_at >= now()`,
  );
  const [row] = rows;
  return typeof row?.holder === 'string' ? row.holder : undefined;
}

export async function deleteExpiredLeases(db: Db | Tx): Promise<void> {
  await db.execute(sql`delete from leases where expires_at < now() - interval '1 hour'`);
}
