import type { TextRange } from './converted-text.ts';
import { type WordedText, wordRanges } from './words.ts';

/** A word that the engine may have misheard, with its place in the text of its segment. */
export interface DoubtedWord extends TextRange {
  /** Among the words of its segment. */
  index: number;
  text: string;
  /** When it is said, in seconds. */
  seconds: number;
}

/** Words with less confidence are to be checked: see decision 042. */
export const DOUBTED_BELOW = 0.5;

/** The words of a segment that should be checked. Words that somebody wrote or confirmed are not among them. */
export function doubtedWords(segment: Pick<WordedText, 'text' | 'words'>): DoubtedWord[] {
  const isDoubted = (confidence: number | null) => confidence !== null && confidence < DOUBTED_BELOW;
  if (!segment.words.some((word) => isDoubted(word[3]))) return [];
  const ranges = wordRanges(segment);
  return segment.words.flatMap(([text, seconds, , confidence], index) => {
    const range = isDoubted(confidence) ? ranges[index] : null;
    return range ? [{ ...range, index, text, seconds }] : [];
  });
}
