import { onTestFinished } from 'vitest';
import type { Deps } from '#server/deps.ts';

/** Makes the next transaction commit, but lose its connection before the database confirms it. */
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
