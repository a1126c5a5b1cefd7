import type { Db, Tx } from './client.ts';

/**
 * A statement used by nearly every request: `prepare` builds its text once per database, and the server parses it once per
 * connection. Building and parsing are more than half the cost of a short statement.
 */
export function prepared<Statement>(prepare: (db: Db | Tx) => Statement): (db: Db | Tx) => Statement {
  const known = new WeakMap<Db | Tx, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
}
