import { crc32 } from 'node:zlib';

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;

/**
 * The files of a zip whose entries are stored, not compressed, by name and without copying: so together they are no larger than it. Throws
 * if it is damaged, or has other entries or no plain table of contents (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3).
 */
export function readStoredZip(zip: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const files = new Map<string, Uint8Array>();
  try {
    const end = findEnd(view);
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    // Entries that share their content could make a small archive take hours.
    let left = zip.length;
    for (let entry = 0; entry < count; entry++) {
      const { name, content, next } = readEntry(zip, view, at);
      left -= content.length;
      if (left < 0) throw new RangeError('The entries overlap');
      if (files.has(name)) throw new Error(`The archive has ${name} twice`);
      files.set(name, content);
      at = next;
    }
  } catch (error) {
    if (error instanceof RangeError) throw new Error('The archive is damaged', { cause: error });
    throw error;
  }
  return files;
}

/** Where the record at the end of the archive begins, which a comment may follow. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new Error('This is no zip archive, or it is cut short');
}

/** Reads an entry of the table of contents, whose sizes are right also where those before the content are 0. */
function readEntry(zip: Uint8Array, view: DataView, at: number) {
  if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError('No entry where one should be');
  const nameBytes = view.getUint16(at + 28, true);
  const name = new TextDecoder().decode(slice(zip, at + ENTRY_BYTES, nameBytes));
  const sizeBytes = view.getUint32(at + 24, true);
  const isStored = view.getUint16(at + 10, true) === 0 && view.getUint32(at + 20, true) === sizeBytes;
  if (!isStored || view.getUint16(at + 8, true) & ENCRYPTED)
    throw new Error(`The archive has ${name} compressed or encrypted, not stored`);
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== 0x04034b50) throw new RangeError('No content where it should be');
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = slice(zip, start, sizeBytes);
  if (crc32(content) !== view.getUint32(at + 16, true)) throw new Error(`The archive has ${name} damaged`);
  const next = at + ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  return { name, content, next };
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new RangeError('An entry runs past the end');
  return bytes.subarray(start, start + length);
}
