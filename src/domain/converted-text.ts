/** A range of a text in UTF-16 offsets, end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A text of which each character was converted, to none or to several. */
export interface ConvertedText {
  converted: string;
  /** The whole characters of the original text that became this range of the converted one; what follows them and became nothing belongs to them. */
  rangeOf: (start: number, end: number) => TextRange;
}

/** Converts each character of a text, and keeps where it was. `characters` are the text in parts, by default its code points. */
export function convertCharacters(
  text: string,
  convert: (character: string) => string,
  characters: Iterable<string> = text,
): ConvertedText {
  const origin: number[] = [];
  let converted = '';
  let offset = 0;
  for (const character of characters) {
    const form = convert(character);
    for (let index = 0; index < form.length; index += 1) origin.push(offset);
    converted += form;
    offset += character.length;
  }
  return {
    converted,
    rangeOf: (start, end) => ({ start: origin[start] ?? 0, end: endBefore(text, origin, end) }),
  };
}

/** The end, in the original text, of what became the converted text before `at`. */
function endBefore(text: string, origin: readonly number[], at: number): number {
  const last = origin[at - 1] ?? 0;
  const next = origin[at] ?? text.length;
  if (next > last) return next;
  // The range ends inside one character of the text (a Hangul syllable, a ligature): take the whole character.
  let after = at;
  while (origin[after] === last) after += 1;
  return origin[after] ?? text.length;
}
