import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLargeText } from '#contract/upload-limits.ts';

/** A recording on this machine, as it was when it was opened. */
export interface LocalFile {
  path: string;
  name: string;
  /** Its bytes. Reading them fails once the file has changed. */
  bytes: Blob;
  /** SHA-256 in hex. */
  contentHash: string;
  /** Throws FileChanged if the file is no longer what was opened. */
  checkUnchanged(): Promise<void>;
}

/** A file that changed while it was read or sent. The message is the line to print. */
export class FileChanged extends Error {}

/** Opens a file and reads it once. Rejects if it is larger than `maxBytes`, with FileChanged if it changes meanwhile, and with the signal's reason when aborted. */
export async function openLocalFile(
  path: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<LocalFile> {
  const before = await stat(path);
  // Known without reading all of it.
  if (before.size > maxBytes) throw new Error(tooLargeText(maxBytes));
  const bytes = await openAsBlob(path);
  const checkUnchanged = async () => {
    const now = await stat(path).catch(() => undefined);
    const isSame = now?.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
    if (!isSame)
      throw new FileChanged('The file changed while it was being sent. Try again when it is finished.');
  };
  const hash = createHash('sha256');
  try {
    for await (const piece of bytes.stream()) {
      signal.throwIfAborted();
      hash.update(piece);
    }
  } catch (error) {
    signal.throwIfAborted();
    await checkUnchanged();
    throw error;
  }
  await checkUnchanged();
  return { path, name: basename(path), bytes, contentHash: hash.digest('hex'), checkUnchanged };
}
