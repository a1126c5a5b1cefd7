import { ERRORS } from '#contract/errors.ts';
import { isUploadable } from '#contract/media-types.ts';
import { tooLargeText } from '#contract/upload-limits.ts';
import { maxUploadBytes } from '#web/lib/upload-limit.ts';

/** The reason why a file cannot be uploaded, or null. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!isUploadable(file.type, file.name)) return ERRORS.unsupported_format.message;
  const maxBytes = maxUploadBytes();
  if (file.size > maxBytes) return tooLargeText(maxBytes);
  if (file.size === 0) return ERRORS.file_empty.message;
  return null;
}
