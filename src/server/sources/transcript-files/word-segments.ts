import { type FoundSegment, wordsAt } from './found-text.ts';

/** A word with who says it, in milliseconds. */
export interface SpokenWord {
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  confidence: number | null;
}

/** A pause that separates sentences without marks. */
const PAUSE_MS = 1500;

/** Makes sentences of words that a recogniser gave without any division: one ends with its mark, with a pause, or with its speaker. */
export function segmentsOfWords(words: readonly SpokenWord[]): FoundSegment[] {
  const sentences: SpokenWord[][] = [];
  for (const word of words) {
    const open = sentences.at(-1);
    const last = open?.at(-1);
    const isEnd =
      !last ||
      last.speaker !== word.speaker ||
      /[.?!。？！…]["'”’)]?$/.test(last.text) ||
      (word.startMs ?? 0) - (last.endMs ?? word.startMs ?? 0) > PAUSE_MS;
    if (isEnd) sentences.push([word]);
    else open?.push(word);
  }
  return sentences.map((sentence) => ({
    startMs: sentence[0]?.startMs ?? null,
    endMs: sentence.at(-1)?.endMs ?? null,
    speaker: sentence[0]?.speaker ?? null,
    text: sentence.map(({ text }) => text.trim()).join(' '),
    words: sentence.flatMap((word) => wordsAt(word.text, word, word.confidence)),
  }));
}
