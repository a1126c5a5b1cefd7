import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packFile } from './pack-file.ts';
import { MAX_ZIP_FILES, ZipFile } from './zip-file.ts';

/** A sink that remembers what it was given. */
function memory() {
  const chunks: Uint8Array[] = [];
  return { write: async (chunk: Uint8Array) => void chunks.push(chunk), bytes: () => Buffer.concat(chunks) };
}

/** Reads a ZIP file by its list at the end, as APPNOTE.TXT (6.3.10) describes it, and fails where the rest disagrees. */
function readZip(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  expect(end + 22).toBe(zip.length);
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [flags, method, crc, packedBytes, bytes] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ];
    const nameBytes = zip.readUInt16LE(at + 28);
    const start = zip.readUInt32LE(at + 42);
    const name = zip.subarray(at + 46, at + 46 + nameBytes).toString();
    expect(zip.subarray(start, start + 4).toString()).toBe('PK\x03\x04');
    expect(zip.subarray(start + 30, start + 30 + nameBytes).toString()).toBe(name);
    expect(method).toBe(8);
    const packed = zip.subarray(start + 30 + nameBytes, start + 30 + nameBytes + packedBytes);
    const content = inflateRawSync(packed);
    expect(content.length).toBe(bytes);
    expect(crc32(content)).toBe(crc);
    const after = start + 30 + nameBytes + packedBytes;
    expect([0, 4, 8, 12].map((offset) => zip.readUInt32LE(after + offset))).toEqual([
      0x08074b50,
      crc,
      packedBytes,
      bytes,
    ]);
    at += 46 + nameBytes;
    // Bit 11: the name is UTF-8.
    return { name, isUtf8: (flags & 0x800) !== 0, content: content.toString(), packedBytes };
  });
}

describe('a ZIP file', () => {
  it('is read back by another reader, with names in any script, and its packed files as they are', async () => {
    const sink = memory();
    const zip = new ZipFile(sink, new Date(2026, 10, 27, 12));
    const text = 'Bees hum. '.repeat(20_000);
    const pdf = String.fromCharCode(...Array.from({ length: 500 }, (_, index) => 32 + (index % 90))).repeat(
      300,
    );
    await zip.add('회의.txt', await packFile('txt', text));
    const afterFirst = sink.bytes().length;
    await zip.add('🐝.pdf', await packFile('pdf', pdf));
    await zip.add('plain.json', await packFile('json', ''));
    await zip.end();
    expect(afterFirst).toBeGreaterThan(30);
    const files = readZip(sink.bytes());
    expect(files.map(({ name, isUtf8, content }) => ({ name, isUtf8, content }))).toEqual([
      { name: '회의.txt', isUtf8: true, content: text },
      { name: '🐝.pdf', isUtf8: true, content: pdf },
      { name: 'plain.json', isUtf8: false, content: '' },
    ]);
    expect(files[0]?.packedBytes).toBeLessThan(5000);
    expect(files[1]?.packedBytes).toBeGreaterThan(pdf.length);
    const unzipped = unzipSync(sink.bytes());
    expect(strFromU8(unzipped['회의.txt'] ?? new Uint8Array())).toBe(text);
  });

  it('is exactly as long as it says beforehand, and takes nothing that would make it longer than it may be', async () => {
    const file = await packFile('txt', 'Bees.');
    const manifest = await packFile('json', '{}');
    const packedBytes = (packed: typeof file) => packed.chunks.reduce((sum, { length }) => sum + length, 0);
    const reserved = 92 + 2 * 'm'.length + packedBytes(manifest);
    const most = 22 + 92 + 2 * '회.txt'.length + 4 + packedBytes(file) + reserved;
    expect(new ZipFile(memory(), new Date(), most - 1).hasRoomFor('회.txt', file, reserved)).toBe(false);
    const sink = memory();
    const zip = new ZipFile(sink, new Date(), most);
    expect(zip.hasRoomFor('회.txt', file, reserved)).toBe(true);
    await zip.add('회.txt', file);
    expect(zip.hasRoomFor('more.txt', file, reserved)).toBe(false);
    await zip.add('m', manifest);
    await zip.end();
    expect(sink.bytes().length).toBe(most);
  });

  it('takes as many files as it can count, the manifest included', async () => {
    const zip = new ZipFile(memory(), new Date());
    const file = await packFile('txt', '');
    for (let count = 1; count < MAX_ZIP_FILES; count += 1) await zip.add(String(count), file);
    expect(zip.hasRoomFor('more', file, 0)).toBe(false);
    await zip.add('manifest.json', file);
    await zip.end();
  });

  it('passes on what the place where it is written says', async () => {
    const full = { write: () => Promise.reject(new Error('The disk is full.')) };
    const zip = new ZipFile(full, new Date());
    await expect(zip.add('a.txt', await packFile('txt', 'Bees.'))).rejects.toThrow('The disk is full.');
  });
});

it('says of a packed file how long it is and what its SHA-256 is', async () => {
  const packed = await packFile('md', 'Bees 🐝');
  expect(packed).toMatchObject({
    format: 'md',
    sizeBytes: 9,
    sha256: createHash('sha256').update('Bees 🐝').digest('hex'),
  });
});
