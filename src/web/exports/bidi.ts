import createBidi from 'bidi-js';
import { textDirection } from '#domain/text-direction.ts';

// The Unicode bidirectional algorithm (https://www.unicode.org/reports/tr9/). The package's types
// say that its default export is an object; it is the function.
const bidi = (createBidi as unknown as typeof createBidi.default)();

export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

/**
 * The direction of a paragraph: that of its language (see `textDirection`), or else of its first letter; left to right if it has none.
 */
export function directionOf(text: string, language: string | null = null): Direction {
  const own = textDirection(text, language);
  if (own !== 'auto') return own;
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr';
  const [paragraph] = bidi.getEmbeddingLevels(withoutPairs(text), 'auto').paragraphs;
  return paragraph?.level === 1 ? 'rtl' : 'ltr';
}

/** The embedding level of each UTF-16 unit of a paragraph: even levels read left to right, odd ones right to left. */
export function bidiLevels(text: string, direction: Direction): Uint8Array {
  if (direction === 'ltr' && !RIGHT_TO_LEFT.test(text)) return new Uint8Array(text.length);
  return bidi.getEmbeddingLevels(withoutPairs(text), direction).levels;
}

/** Reorders the runs of a line from reading order to their order from left to right (rule L2). */
export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    let start = 0;
    while (start < ordered.length) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}

/** The text with brackets and other paired characters mirrored, as drawn from right to left (rule L4). */
export function mirrored(text: string): string {
  return [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/**
 * The text with each surrogate pair replaced by two characters of the same direction, because bidi-js looks at each half of
 * a pair and takes it for a left-to-right letter.
 */
function withoutPairs(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]/gu, (character) => {
    if (RIGHT_TO_LEFT.test(character)) return 'אא';
    return /[\p{L}\p{N}\p{Mc}]/u.test(character) ? 'AA' : '••';
  });
}
