import { LRUCache } from 'lru-cache';
import { type ComparedVectors, measureVectors } from '#embedding/cosines.ts';
import type { Db } from '../../db/client.ts';
import { findVectorRows, type ListedVectors, type VectorRow } from './queries.ts';

/** What a process keeps of the vectors that it has searched: those of 100,000 passages and more. */
const MOST_BYTES = 64_000_000;
/** The keys and places of a passage, which are kept with its vector. */
const BYTES_BESIDE = 1.2;

/** A row whose vectors can be compared. */
export interface ReadRow extends Omit<VectorRow, 'packed'> {
  vectors: ComparedVectors;
}

const memories = new WeakMap<Db, LRUCache<number, { version: string; row: ReadRow }>>();

/** These rows, read only if they are not known in this version; those that are gone are missing. */
export async function readRows(db: Db, listed: readonly ListedVectors[]): Promise<ReadRow[]> {
  const memory = memories.get(db) ?? new LRUCache({ maxSize: MOST_BYTES });
  memories.set(db, memory);
  const isKnown = ({ id, version }: ListedVectors) => memory.get(id)?.version === version;
  const known = listed.flatMap((each) => (isKnown(each) ? (memory.get(each.id)?.row ?? []) : []));
  const others = new Map(listed.filter((each) => !isKnown(each)).map((each) => [each.id, each]));
  const rows = others.size === 0 ? [] : await findVectorRows(db, [...others.keys()]);
  const read = rows.map((each) => {
    const row = toReadRow(each);
    const version = others.get(row.id)?.version ?? '';
    memory.set(row.id, { version, row }, { size: 1 + Math.ceil(each.packed.length * BYTES_BESIDE) });
    return row;
  });
  return [...known, ...read];
}

function toReadRow({ packed, ...row }: VectorRow): ReadRow {
  const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  return { ...row, vectors: measureVectors(bytes, row.places.length) };
}
