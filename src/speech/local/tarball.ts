import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

/**
 * The content of chosen files of a gzipped tar archive (as npm packs them), by path. Paths that the archive does not have
 * are absent from the answer. Throws on a damaged archive.
 */
export function readTarball(archive: Uint8Array, paths: readonly string[]): Map<string, Uint8Array> {
  const tar = gunzipSync(archive);
  const found = new Map<string, Uint8Array>();
  let at = 0;
  while (at + BLOCK <= tar.length) {
    const header = tar.subarray(at, at + BLOCK);
    const name = textAt(header, 0, 100);
    if (name === '') return found;
    // ustar splits long paths: the front part stands at 345.
    const prefix = textAt(header, 345, 155);
    const path = prefix ? `${prefix}/${name}` : name;
    const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8);
    if (!Number.isFinite(size) || at + BLOCK + size > tar.length) throw new Error('The archive is damaged');
    if (paths.includes(path)) found.set(path, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('The archive has no end');
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}
