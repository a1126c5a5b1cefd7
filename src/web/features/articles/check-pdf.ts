import { ERRORS } from '#contract/errors.ts';
import { MAX_PDF_BYTES } from '#contract/limits.ts';

export const PDF_TYPE = 'application/pdf';

/** The reason why a file cannot be added as an article, or null. On systems that do not know its type, the name decides. */
export function checkPdf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size > MAX_PDF_BYTES) return ERRORS.pdf_too_large.message;
  const isPdf = type === PDF_TYPE || (type === '' && /\.pdf$/i.test(name));
  return isPdf ? null : ERRORS.pdf_wrong_type.message;
}
