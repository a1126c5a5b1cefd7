import type { Outbound } from '../../outbound/outbound.ts';
import { fetchPage } from './fetch-page.ts';
import type { WebArticle } from './page.ts';
import { createPageReader } from './page-reader.ts';
import { createPdfReader, type PdfReader } from './pdf-reader.ts';

/** Where articles come from: web pages and PDFs. */
export interface ArticleSources {
  /**
   * Reads the article at an address, and returns its address after redirects. Rejects with an AppError 'address_refused' or one
   * that begins with 'article_', or with the signal's reason.
   */
  readPage(address: string, signal: AbortSignal): Promise<WebArticle & { address: string }>;
  readPdf: PdfReader['read'];
}

export function createArticleSources(outbound: Outbound): ArticleSources {
  const pages = createPageReader();
  const pdfs = createPdfReader();
  return {
    readPage: async (asked, signal) => {
      pages.prepare();
      const page = await fetchPage(outbound, asked, signal);
      return { ...(await pages.read(page, signal)), address: page.address };
    },
    readPdf: pdfs.read,
  };
}
