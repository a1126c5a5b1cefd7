import { joinWords } from './tokens.ts';

/** What a deletion from one segment into a later one leaves of the two at its ends, which may have different speakers. */
export interface LeftOver {
  /** The text of the first one; null if it is removed. */
  first: string | null;
  /** The text of the last one; null if it is removed. */
  last: string | null;
}

/**
 * What is left of the segments at the ends of a deletion: `before` is the first one's text up to there, with what was typed instead, and
 * `after` the last one's from there on. Nothing is left without words, except the first one if there are no `others` in the
 * transcript. Both parts become one, as in any document, unless somebody else says the second, or they would be longer than
 * `maxLength` (UTF-16 units).
 */
export function leftOver(
  { before, after }: { before: string; after: string },
  { isSameSpeaker, hasOthers, maxLength }: { isSameSpeaker: boolean; hasOthers: boolean; maxLength: number },
): LeftOver {
  if (before === '' && after === '') return { first: hasOthers ? null : '', last: null };
  if (after === '') return { first: before, last: null };
  if (before === '') return { first: null, last: after };
  const joined = joinWords([before, after]);
  if (isSameSpeaker && joined.length <= maxLength) return { first: joined, last: null };
  return { first: before, last: after };
}
