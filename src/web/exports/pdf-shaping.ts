import { mirrored } from './bidi.ts';
import type { Run } from './pdf-layout.ts';

/** A run as PDFKit wants it: what to draw, and whether to shape it as a whole. */
export interface ShapedText {
  text: string;
  options: { features?: Readonly<Record<string, boolean>> };
}

/** Ligatures that only please the eye are left out: when text is copied, their letters come out in the wrong order. */
const NO_ORNAMENTS = { liga: false, dlig: false };

const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * With features given, PDFKit shapes the run as a whole, so that its words stand from right to left too; without, it takes word by
 * word from a cache, which is right for everything else. Signs of no script are turned around here.
 */
export function shaped({ text, level }: Run): ShapedText {
  if (level % 2 === 0) return { text, options: {} };
  const signs = mirrored(text);
  const isLetters = RIGHT_TO_LEFT_LETTER.test(text);
  return { text: isLetters ? signs : [...signs].reverse().join(''), options: { features: NO_ORNAMENTS } };
}

/**
 * The characters that the glyphs of a right-to-left font stand for, as readers of PDFs expect them: they turn a line around sign by
 * sign, also those of a ligature (Arabic lam-alef).
 */
export function readBackwards(meanings: readonly (readonly number[])[]): (readonly number[])[] {
  return meanings.map((points) => points.toReversed());
}
