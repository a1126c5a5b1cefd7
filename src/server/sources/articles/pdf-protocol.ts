import { z } from 'zod';
import { ArticleTextMessage } from './page.ts';

/** What is extracted from a PDF. */
export const PdfArticle = z.object({
  /** What `titleOfPdf` chooses from. */
  titles: z.object({ stated: z.string(), heading: z.string().nullable() }),
  author: z.string().nullable(),
  pageCount: z.int(),
  excerpt: z.string().nullable(),
  text: ArticleTextMessage,
});
export type PdfArticle = z.infer<typeof PdfArticle>;

export const PdfRefusal = z.enum([
  'pdf_encrypted',
  'pdf_scanned',
  'pdf_fonts_unnamed',
  'pdf_unreadable',
  'pdf_too_long',
  'pdf_too_much_text',
]);

/** The child's messages; it exits after any but 'progress'. */
export const PdfReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress') }),
  z.object({ kind: z.literal('read'), article: PdfArticle }),
  /** `message` is for the log. */
  z.object({ kind: z.literal('refused'), code: PdfRefusal, message: z.string() }),
]);
export type PdfReply = z.infer<typeof PdfReply>;
