import type { SpokenWord } from '#domain/segmentation.ts';

const ONLY_SPEAKER = 'Speaker 1';
/** More voices than this in one piece are no speakers. */
const MAX_SPEAKERS = 100;

/**
 * The words of a piece, whose speakers are as the server calls them ('' for none), with 'Speaker 1', 'Speaker 2', ... by first
 * appearance instead, and whether the server has told speakers at all. A word without one keeps that of the word before it.
 */
export function numberSpeakers(words: readonly SpokenWord[]): { words: SpokenWord[]; areTold: boolean } {
  const names = new Set(words.map(({ speaker }) => speaker).filter((name) => name !== ''));
  if (names.size === 0 || names.size > MAX_SPEAKERS) return { words: withoutSpeakers(words), areTold: false };
  const labels = new Map([...names].map((name, index) => [name, `Speaker ${index + 1}`]));
  let last = ONLY_SPEAKER;
  const numbered = words.map((word) => {
    last = labels.get(word.speaker) ?? last;
    return { ...word, speaker: last };
  });
  return { words: numbered, areTold: true };
}

/** Whether words have labels of more than one speaker. */
export function haveSpeakers(words: readonly SpokenWord[]): boolean {
  return words.some(({ speaker }) => speaker !== ONLY_SPEAKER);
}

/** Everything by one speaker. */
export function withoutSpeakers(words: readonly SpokenWord[]): SpokenWord[] {
  return words.map((word) => ({ ...word, speaker: ONLY_SPEAKER }));
}
