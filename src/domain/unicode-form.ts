/** No language puts so many marks on a letter (UAX #15, Stream-Safe Text Format). */
const MANY_MARKS = /\p{M}{31}/u;
const PIECES = /\P{M}*\p{M}{0,30}/gu;

/**
 * A text in a Unicode normalization form, in a time that grows with the text. Sorting the marks of one letter takes a time that grows with
 * the square of their number, so more marks than any language has are normalized in pieces, each sorted on its own.
 */
export function toUnicodeForm(text: string, form: 'NFC' | 'NFD'): string {
  if (!MANY_MARKS.test(text)) return text.normalize(form);
  return text.replace(PIECES, (piece) => piece.normalize(form));
}
