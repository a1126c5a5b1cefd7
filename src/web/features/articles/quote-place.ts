import type { TextRange } from '#domain/normalize-text.ts';
import { findQuote, makeQuotable } from '#domain/quotes.ts';

/** Where a cited passage stands in an article; `isWhole` is false where only its beginning was found. */
export interface QuotePlace extends TextRange {
  isWhole: boolean;
}

const BEGINNING_WORDS = 3;

/** Finds a cited passage, whatever the white space, quotation marks and case, else its first three words; null when neither is there. */
export function findPlace(content: string, quote: string): QuotePlace | null {
  const article = makeQuotable(content);
  const whole = findQuote(article, quote, 0);
  if (whole) return { start: whole.start, end: whole.end, isWhole: true };
  const beginning = quote.trim().split(/\s+/).slice(0, BEGINNING_WORDS).join(' ');
  const found = findQuote(article, beginning, 0);
  return found && { start: found.start, end: found.end, isWhole: false };
}
