import { randomBytes } from 'node:crypto';
import type { TranscriptPreview } from '#contract/imports.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { ArrivingBytes } from '../../http/raw-body.ts';
import type { Caller } from '../../work/caller.ts';

export type ImportDeps = Pick<Deps, 'store' | 'transcriptFiles'>;

/**
 * Says what is in a transcript made elsewhere; the file is in the store only until it has been read. Throws 'import_too_large', and what
 * `TranscriptFileReader` throws.
 */
export async function previewImport(
  deps: ImportDeps,
  caller: Caller,
  { bytes, signal }: ArrivingBytes,
): Promise<TranscriptPreview> {
  const storageKey = `imports/${randomBytes(16).toString('base64url')}`;
  try {
    await deps.store.put(storageKey, bytes, { maxBytes: MAX_IMPORT_BYTES, signal });
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.code === 'file_too_large';
    throw isTooLarge ? new AppError('import_too_large', { cause: error }) : error;
  }
  try {
    return await deps.store.withLocalFile(storageKey, (path) => deps.transcriptFiles.read(path, caller));
  } finally {
    await deps.store.remove(storageKey);
  }
}
