import { sql } from 'drizzle-orm';
import type { Db, Tx } from './client.ts';

/**
 * Reads in one transaction, whose statement the database cancels as soon as the signal is aborted, because nobody waits for the
 * result. Then rejects with the signal's reason.
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
      // On another connection: this one is busy.
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
      // A late cancellation would hit the connection's next user.
      await ending;
    }
  });
}
