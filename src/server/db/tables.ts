import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table of the application, with its stored (not generated) columns. */
export interface Table {
  name: string;
  columns: string[];
}

/**
 * A table's contents regardless of order: the number of rows, and a sum of the rows' hashes. The same in all versions of
 * PostgreSQL.
 */
export interface TableSum {
  rows: number;
  sum: string;
}

/** Where a column's sequence continues. */
export interface SequenceState {
  table: string;
  column: string;
  next: string;
}

/** The application's tables, each after those that its rows refer to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`);
  return inOrder(tables, references);
}

function inOrder(tables: Table[], references: { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !done.has(name) && references.every(({ from, to }) => from !== name || done.has(to)),
    );
    if (next.length === 0) throw new Error('The tables have circular references.');
    for (const table of next) done.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}

/** The number of rows of a table and the sum of their hashes. */
export async function sumTable(client: pg.ClientBase, { name, columns }: Table): Promise<TableSum> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*) as rows, coalesce(sum(('x' || substr(md5(row(${list(columns)})::text), 1, 15))::bit(60)::bigint), 0)::text as sum
    from public.${quote(name)}`);
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '0' };
}

/** The rows of a table in PostgreSQL's own text form, which all its versions read. */
export function copyOut(client: pg.ClientBase, { name, columns }: Table): Readable {
  return client.query(copyTo(`copy public.${quote(name)} (${list(columns)}) to stdout`));
}

/** A stream that inserts rows into a table, in the text form of `copyOut`. */
export function copyIn(client: pg.ClientBase, { name, columns }: Table): Writable {
  return client.query(copyFrom(`copy public.${quote(name)} (${list(columns)}) from stdin`));
}

/** The current state of every sequence that belongs to a column of these tables. */
export async function readSequences(client: pg.ClientBase, tables: Table[]): Promise<SequenceState[]> {
  const found: SequenceState[] = [];
  for (const { name: table, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [`public.${quote(table)}`, column],
      );
      const sequence = rows[0]?.sequence;
      if (!sequence) continue;
      const state = await client.query<{ next: string }>(
        `select (case when is_called then last_value + 1 else last_value end)::text as next from ${sequence}`,
      );
      found.push({ table, column, next: state.rows[0]?.next ?? '1' });
    }
  }
  return found;
}

/** Makes the sequences continue where they were, so that ids of deleted rows are not reused. */
export async function writeSequences(
  client: pg.ClientBase,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { table, column, next } of sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3, false)', [
      `public.${quote(table)}`,
      column,
      next,
    ]);
  }
}

const KEYS_AT_ONCE = 1000;

/**
 * Every media store key that some row refers to, once each: the columns whose names end in storage_key, or in playable_key as
 * before the tenth migration.
 */
export async function* listFileKeys(client: pg.ClientBase, tables: Table[]): AsyncGenerator<string> {
  const files = filesOf(tables);
  let after = '';
  for (;;) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct key from (${files}) files where key > $1 order by key limit ${KEYS_AT_ONCE}`,
      [after],
    );
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** The number of distinct media store keys that rows of these tables refer to. */
export async function countFileKeys(client: pg.ClientBase, tables: Table[]): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select count(distinct key) as n from (${filesOf(tables)}) files`,
  );
  return Number(rows[0]?.n);
}

function filesOf(tables: Table[]): string {
  return tables
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(storage|playable)_key$/.test(column))
        .map((column) => `select ${quote(column)} collate "C" as key from public.${quote(name)}`),
    )
    .join(' union all ');
}

function list(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}

function quote(name: string): string {
  return pg.escapeIdentifier(name);
}
