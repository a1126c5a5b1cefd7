import type { SpokenWord } from '../segmentation.ts';
import type { Turn } from './protocol.ts';

/** A change of speaker is moved to the nearest end of a sentence or pause, if one is as near as so many words. */
const SNAP_WORDS = 2;
const PAUSE_MS = 250;
/** Shorter interjections are more often a mistake than a person. */
const MIN_RUN_MS = 500;
const SENTENCE_END = /[.!?\u2026]["'\u2019\u201d)]*$/;

/**
 * Gives each word, in time order, the speaker of the turn that covers most of it. Turns know nothing of words, so that a change is moved to the end of a sentence
 * or a pause beside it and runs of less than half a second go to their neighbour. Labels are 'Speaker 1', 'Speaker 2', ... by first appearance.
 */
export function labelSpeakers(words: readonly SpokenWord[], turns: readonly Turn[]): SpokenWord[] {
  const speakers = absorbShort(words, snapChanges(words, speakersOfWords(words, turns)));
  const order = [...new Set(speakers)];
  return words.map((word, index) => ({
    ...word,
    speaker: `Speaker ${order.indexOf(speakers[index] ?? 0) + 1}`,
  }));
}

function speakersOfWords(words: readonly SpokenWord[], turns: readonly Turn[]): number[] {
  let first = 0;
  let speaker = turns[0]?.speaker ?? 0;
  return words.map((word) => {
    while ((turns[first]?.endMs ?? Number.POSITIVE_INFINITY) <= word.startMs) first++;
    const shares = new Map<number, number>();
    for (let index = first; index < turns.length; index++) {
      const turn = turns[index];
      if (!turn || turn.startMs >= word.endMs) break;
      const sharedMs = Math.min(turn.endMs, word.endMs) - Math.max(turn.startMs, word.startMs);
      shares.set(turn.speaker, (shares.get(turn.speaker) ?? 0) + sharedMs);
    }
    // A word outside every turn stays with the one before.
    speaker = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? speaker;
    return speaker;
  });
}

function snapChanges(words: readonly SpokenWord[], speakers: readonly number[]): number[] {
  const snapped = [...speakers];
  for (let index = 1; index < words.length; index++) {
    const [before, after] = [speakers[index - 1], speakers[index]];
    if (before === undefined || after === undefined || before === after) continue;
    const boundary = nearestBoundary(words, index);
    for (let moved = boundary; moved < index; moved++) snapped[moved] = after;
    for (let moved = index; moved < boundary; moved++) snapped[moved] = before;
  }
  return snapped;
}

/** The word before which a sentence or pause ends, nearest to this one; itself when there is none. */
function nearestBoundary(words: readonly SpokenWord[], index: number): number {
  for (let distance = 0; distance <= SNAP_WORDS; distance++) {
    for (const candidate of [index - distance, index + distance]) {
      const [last, next] = [words[candidate - 1], words[candidate]];
      if (last && next && (SENTENCE_END.test(last.text) || next.startMs - last.endMs >= PAUSE_MS))
        return candidate;
    }
  }
  return index;
}

function absorbShort(words: readonly SpokenWord[], speakers: readonly number[]): number[] {
  const runs: { speaker: number; from: number; to: number }[] = [];
  speakers.forEach((speaker, index) => {
    const run = runs.at(-1);
    if (run?.speaker === speaker) run.to = index;
    else runs.push({ speaker, from: index, to: index });
  });
  const absorbed: number[] = [];
  for (const { speaker, from, to } of runs) {
    const lengthMs = (words[to]?.endMs ?? 0) - (words[from]?.startMs ?? 0);
    const isWhole =
      SENTENCE_END.test(words[from - 1]?.text ?? '.') && SENTENCE_END.test(words[to]?.text ?? '');
    const previous = absorbed.at(-1);
    const kept = lengthMs < MIN_RUN_MS && !isWhole && previous !== undefined ? previous : speaker;
    for (let index = from; index <= to; index++) absorbed.push(kept);
  }
  return absorbed;
}
