import { ERRORS } from '#contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { isUploadable } from '#contract/media-types.ts';

/** The reason why a file cannot be uploaded, or null. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!isUploadable(file.type, file.name)) return ERRORS.unsupported_format.message;
  if (file.size > MAX_UPLOAD_BYTES) return ERRORS.file_too_large.message;
  if (file.size === 0) return ERRORS.file_empty.message;
  return null;
}
