import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';

/** The largest file that this server takes, in bytes. The page says so where that is not the default. */
export function maxUploadBytes(): number {
  const set = globalThis.document?.documentElement.dataset.maxUpload;
  return set === undefined ? MAX_UPLOAD_BYTES : Number(set);
}
