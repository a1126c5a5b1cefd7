import { MAX_ARTICLE_LENGTH, MAX_ARTICLES, MAX_PDF_PAGES } from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of articles: web pages and PDFs. */
export const ARTICLES_ERRORS = {
  article_not_found: { status: 404, message: 'Article not found.' },
  article_exists: { status: 409, message: 'This article is already in the project.' },
  too_many_articles: {
    status: 409,
    message: `A project can hold at most ${MAX_ARTICLES.toLocaleString('en')} articles.`,
  },
  article_url_invalid: { status: 400, message: 'Please enter a valid URL' },
  article_paywall: {
    status: 422,
    message: 'This article is behind a paywall. Please upload a PDF copy instead.',
  },
  article_login: {
    status: 422,
    message: 'This page can only be read after signing in to its site. Please upload a PDF copy instead.',
  },
  article_not_found_there: { status: 422, message: 'There is no page at this address any more.' },
  article_denied: {
    status: 422,
    message: 'The site refused to provide this page. Please upload a PDF copy instead.',
  },
  article_unreachable: {
    status: 502,
    message: 'The site did not answer. Please check the address, or try again later.',
  },
  article_timeout: { status: 504, message: 'The site took too long to answer. Please try again later.' },
  article_too_large: { status: 422, message: 'This page is too large to be read as an article.' },
  article_not_page: {
    status: 422,
    message: 'There is no web page at this address. A PDF can be added under PDF Upload.',
  },
  article_no_text: {
    status: 422,
    message: 'No article was found on this page. Please upload a PDF copy instead.',
  },
  pdf_missing: { status: 400, message: 'Please select a PDF file' },
  pdf_too_large: { status: 413, message: 'PDF file must be smaller than 25MB' },
  pdf_wrong_type: { status: 415, message: 'Only PDF files are allowed' },
  pdf_encrypted: {
    status: 422,
    message: 'This PDF is password-protected. Please save a copy without a password and upload that.',
  },
  pdf_scanned: {
    status: 422,
    message:
      'This PDF contains only images of pages, no text. Please upload one with text, for example after running text recognition on it.',
  },
  pdf_fonts_unnamed: {
    status: 422,
    message:
      'The fonts of this PDF do not say which letters they show, so its text cannot be read. Please upload one with text, for example after running text recognition on it.',
  },
  pdf_unreadable: {
    status: 422,
    message:
      'This PDF could not be read. It may be damaged: please check that it opens, save it again and upload that.',
  },
  pdf_too_long: {
    status: 422,
    message: `This PDF has more than ${MAX_PDF_PAGES.toLocaleString('en')} pages. Please upload part of it.`,
  },
  pdf_too_much_text: {
    status: 422,
    message: `This PDF contains more than ${MAX_ARTICLE_LENGTH.toLocaleString('en')} characters of text. Please upload part of it.`,
  },
  pdf_too_complex: {
    status: 422,
    message:
      'Reading this PDF took too much time or memory, so it was stopped. Please save it in a simpler form and upload that.',
  },
} as const satisfies ErrorTable;
