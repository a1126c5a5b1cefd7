/** Apostrophes and single quotation marks that people and programs set for the plain one, which the encoder knows. */
const APOSTROPHES = /[‘’ʼ]/g;
/** White space, and characters that nobody sees: control characters, marks of direction, the byte order mark. */
const GAPS = /[\s\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * A text as the encoder was made for it, which without this takes two spaces or a line break for another meaning (decision 086): single spaces,
 * plain apostrophes, and lower case for a text in capitals only. Empty if nothing can be seen.
 */
export function cleanText(text: string): string {
  const joined = text.toWellFormed().replace(GAPS, ' ').trim().replace(APOSTROPHES, "'");
  return isShouted(joined) ? joined.toLowerCase() : joined;
}

/** Whether a text of more than one letter has capitals only; "I" and "A" are no shouting. */
function isShouted(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}
