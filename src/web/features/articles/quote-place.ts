import type { TextRange } from '#domain/converted-text.ts';
import { findQuote, makeQuotable } from '#domain/quotes.ts';

/** The range of a cited passage in an article; `isWhole` is false if only its beginning was found. */
export interface QuotePlace extends TextRange {
  isWhole: boolean;
}

const BEGINNING_WORDS = 3;

/** Finds a cited passage, ignoring white space, quotation marks and case, or else its first three words; null if neither is found. */
export function findPlace(content: string, quote: string): QuotePlace | null {
  const article = makeQuotable(content);
  const whole = findQuote(article, quote, 0);
  if (whole) return { start: whole.start, end: whole.end, isWhole: true };
  const beginning = quote.trim().split(/\s+/).slice(0, BEGINNING_WORDS).join(' ');
  const found = findQuote(article, beginning, 0);
  return found && { start: found.start, end: found.end, isWhole: false };
}
