import { onTestFinished } from 'vitest';
import type { Deps } from '#server/deps.ts';

/** The next transaction is committed, and the connection is lost before the database says so. */
export function loseNextCommit({ db }: Pick<Deps, 'db'>): void {
  const { transaction } = db;
  const restore = () => {
    db.transaction = transaction;
  };
  onTestFinished(restore);
  db.transaction = async (...args) => {
    restore();
    await transaction.apply(db, args);
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
}
