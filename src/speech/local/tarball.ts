import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';

/**
 * The content of chosen files of a gzipped tar archive (as npm packs them), by path. Paths that the archive does not have
 * are absent from the answer. Rejects on a damaged archive.
 */
export async function readTarball(
  archive: Uint8Array,
  paths: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const tar = extract();
  tar.end(gunzipSync(archive));
  const found = new Map<string, Uint8Array>();
  for await (const entry of tar) {
    if (paths.includes(entry.header.name)) found.set(entry.header.name, await buffer(entry));
    else entry.resume();
  }
  return found;
}
