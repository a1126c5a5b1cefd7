/**
 * Makes a text safe for every format: on one line, without control characters and lone surrogates, which XML, PDF and file
 * systems reject, and without characters that change the direction of the text around them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWANTED, '')
    .replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim();
}

// Directional embeddings, overrides and isolates; noncharacters; the byte order mark. Lone surrogates have become U+FFFD by now.
const UNWANTED = /[\u202a-\u202e\u2066-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;
