import type { Db, Tx } from './client.ts';

/**
 * A statement that is asked with nearly every request: `prepare` makes its text once for each database, and the server of the database reads
 * it once for each connection. Making and reading it is more than half of what a short statement costs.
 */
export function prepared<Statement>(prepare: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const known = new WeakMap<Db | Tx, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
}
