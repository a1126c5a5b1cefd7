import { sql } from 'drizzle-orm';
import type { Db, Tx } from './client.ts';

/**
 * Reads in one transaction, whose statement the database ends as soon as the signal is aborted: nobody waits for what it would find. Rejects
 * with the signal's reason then.
 */
export async function untilAborted<Result>(
  db: Db,
  signal: AbortSignal,
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    signal.throwIfAborted();
    let ending: Promise<unknown> | undefined;
    const end = () => {
      // By another connection: this one is busy.
      ending = db.execute(sql`select pg_cancel_backend(${rows[0]?.pid})`).catch(() => undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      return await read(tx);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
      // What comes late would meet whoever has the connection next.
      await ending;
    }
  });
}
