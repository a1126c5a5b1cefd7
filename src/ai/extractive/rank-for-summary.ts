import type { TextLanguage } from '#domain/languages.ts';
import type { Passage } from '#domain/passages.ts';
import { divide } from './choose-sentences.ts';
import { scoreSentences } from './scored-sentences.ts';

const PARTS = 40;

/**
 * Passage numbers by how much they say about the whole, taken alternately from forty equal parts of the recording, so that
 * however many fit, the beginning, the middle and the end are represented.
 */
export function rankForSummary(passages: readonly Passage[], language: TextLanguage): number[] {
  const scores = new Map<number, number>();
  const said = passages.map((passage) => ({ ...passage, language }));
  for (const { passage, score } of scoreSentences(said).sentences) {
    scores.set(passage.number, Math.max(scores.get(passage.number) ?? 0, score));
  }
  const parts = divide(passages, PARTS).map((part) =>
    part.toSorted((a, b) => (scores.get(b.number) ?? 0) - (scores.get(a.number) ?? 0)),
  );
  const longest = Math.max(0, ...parts.map((part) => part.length));
  return Array.from({ length: longest }, (_, rank) =>
    parts.flatMap((part) => part[rank]?.number ?? []),
  ).flat();
}
