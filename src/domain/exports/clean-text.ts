/**
 * A text that every format can carry: in one line, without control signs and without halves of characters (lone surrogates),
 * which XML, PDF and file systems refuse, and without signs that turn the direction of what stands beside them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNWANTED, '')
    .replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim();
}

// Embeddings, overrides and isolates of the direction; noncharacters; the byte order mark. A lone surrogate is U+FFFD by now.
const UNWANTED = /[\u202a-\u202e\u2066-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;
