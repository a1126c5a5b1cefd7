import { mirrored } from './bidi.ts';
import type { Run } from './pdf-layout.ts';

/** A run for PDFKit: the text to draw, and whether to shape it as a whole. */
export interface ShapedText {
  text: string;
  options: { features?: Readonly<Record<string, boolean>> };
}

/** Turns off decorative ligatures, because copied text has their letters in the wrong order. */
const NO_ORNAMENTS = { liga: false, dlig: false };

const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Prepares a run for PDFKit. With features, PDFKit shapes the run as a whole, so that its words, too, run from right to left;
 * without, it shapes word by word with a cache, which is right for everything else. Characters of no script are reversed here.
 */
export function shaped({ text, level }: Run): ShapedText {
  if (level % 2 === 0) return { text, options: {} };
  const signs = mirrored(text);
  const isLetters = RIGHT_TO_LEFT_LETTER.test(text);
  return { text: isLetters ? signs : [...signs].reverse().join(''), options: { features: NO_ORNAMENTS } };
}

/**
 * The characters behind the glyphs of a right-to-left font, in the order that PDF readers expect: they reverse a line
 * character by character, including the characters of a ligature (Arabic lam-alef).
 */
export function readBackwards(meanings: readonly (readonly number[])[]): (readonly number[])[] {
  return meanings.map((points) => points.toReversed());
}
