import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sizeLimit } from '../storage/size-limit.ts';

/** A piece of a table in a backup ends with the first row beyond this size, before compression. */
export const PIECE_BYTES = 8_000_000;
/** No more fits into one row of PostgreSQL's text form. */
const MAX_ROW_BYTES = 2 ** 30;
const PART_BYTES = 2 ** 18;

const PIECE = /^tables\/([^/]+)\/\d{6,}\.copy\.gz$/;

/** The name of a piece of a table, by its number from 1. */
export function pieceName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}.copy.gz`;
}

/** The table of which a member of a backup is a piece; undefined if it is none. */
export function tableOfPiece(name: string): string | undefined {
  return PIECE.exec(name)?.[1];
}

/** Decompresses a piece and passes its text on, part by part. Rejects if it is damaged, or larger than a backup makes any. */
export async function unpackPiece(
  bytes: Readable,
  use: (part: Buffer) => Promise<void> | void,
): Promise<void> {
  const { stream } = sizeLimit(PIECE_BYTES + MAX_ROW_BYTES);
  await pipeline(
    bytes,
    createGunzip({ chunkSize: PART_BYTES }),
    stream,
    async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) await use(part);
    },
  );
}

/** How many rows are in a part of a table in PostgreSQL's text form, in which each ends with a line break and contains none. */
export function countRows(part: Buffer): number {
  let rows = 0;
  for (let at = part.indexOf(NEW_LINE); at >= 0; at = part.indexOf(NEW_LINE, at + 1)) rows += 1;
  return rows;
}

const NEW_LINE = 0x0a;
