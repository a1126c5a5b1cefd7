import type { SaidWord } from '../../../engine.ts';
import type { Turn } from '../../protocol.ts';

/** A change of speaker is moved to the nearest end of a sentence or pause within this many words. */
const SNAP_WORDS = 2;
const PAUSE_MS = 250;
/**
 * How long another voice must speak within a sentence to be accepted: people seldom interrupt a sentence for less, while a few
 * loud or quiet syllables often sound like somebody else.
 */
const MIN_PART_MS = 1500;
const MIN_PART_WORDS = 4;
/** With a pause on both sides this is enough: an interjection, or a chunk without punctuation. */
const MIN_APART_MS = 500;
const SENTENCE_END = /[.!?\u2026]["'\u2019\u201d)]*$/;

/**
 * Gives each word, in time order, the speaker of the turn that covers most of it. Turns are independent of words, so a change of
 * speaker is moved to a nearby end of a sentence or pause, and a voice detected only briefly within a sentence is assigned to its
 * neighbor. A whole sentence ("Yes.") keeps its speaker, however short.
 */
export function speakersOfTurns(words: readonly SaidWord[], turns: readonly Turn[]): number[] {
  return joinMoments(words, snapChanges(words, speakersOfWords(words, turns)));
}

function speakersOfWords(words: readonly SaidWord[], turns: readonly Turn[]): number[] {
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
    // A word outside every turn keeps the previous word's speaker.
    speaker = [...shares].sort((a, b) => b[1] - a[1])[0]?.[0] ?? speaker;
    return speaker;
  });
}

function snapChanges(words: readonly SaidWord[], speakers: readonly number[]): number[] {
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

/** The word closest to this one that follows the end of a sentence or pause; the word itself if there is none. */
function nearestBoundary(words: readonly SaidWord[], index: number): number {
  for (let distance = 0; distance <= SNAP_WORDS; distance++) {
    for (const candidate of [index - distance, index + distance]) {
      const isWithin = candidate > 0 && candidate < words.length;
      if (isWithin && isBoundary(words, candidate)) return candidate;
    }
  }
  return index;
}

/** Consecutive words of one speaker within one sentence; `to` is the last of them. */
interface Part {
  speaker: number;
  from: number;
  to: number;
}

/**
 * Sentence by sentence, merges the part of the speaker who says the least into the longer neighboring part, until every part is
 * long enough.
 */
function joinMoments(words: readonly SaidWord[], speakers: readonly number[]): number[] {
  const joined = [...speakers];
  const lengthMs = ({ from, to }: Part) => (words[to]?.endMs ?? 0) - (words[from]?.startMs ?? 0);
  for (const [from, to] of sentencesOf(words)) {
    let parts = partsOf(speakers, from, to);
    const said = new Map<number, number>();
    for (const part of parts) said.set(part.speaker, (said.get(part.speaker) ?? 0) + lengthMs(part));
    const byWeight = (a: Part, b: Part) =>
      (said.get(a.speaker) ?? 0) - (said.get(b.speaker) ?? 0) || lengthMs(a) - lengthMs(b);
    while (parts.length > 1) {
      const weakest = parts.filter((part) => !isBelievable(words, part, lengthMs(part))).sort(byWeight)[0];
      if (!weakest) break;
      const at = parts.indexOf(weakest);
      const beside = [parts[at - 1], parts[at + 1]].filter((part) => part !== undefined);
      const heir = beside.sort(byWeight).at(-1);
      for (let index = weakest.from; index <= weakest.to; index++) joined[index] = heir?.speaker ?? 0;
      parts = partsOf(joined, from, to);
    }
  }
  return joined;
}

function isBelievable(words: readonly SaidWord[], { from, to }: Part, lengthMs: number): boolean {
  if (lengthMs >= MIN_PART_MS && to - from + 1 >= MIN_PART_WORDS) return true;
  return lengthMs >= MIN_APART_MS && isBoundary(words, from) && isBoundary(words, to + 1);
}

/** First and last word of each sentence. */
function sentencesOf(words: readonly SaidWord[]): [number, number][] {
  const sentences: [number, number][] = [];
  let from = 0;
  words.forEach(({ text }, index) => {
    if (!SENTENCE_END.test(text) && index < words.length - 1) return;
    sentences.push([from, index]);
    from = index + 1;
  });
  return sentences;
}

function partsOf(speakers: readonly number[], from: number, to: number): Part[] {
  const parts: Part[] = [];
  for (let index = from; index <= to; index++) {
    const speaker = speakers[index] ?? 0;
    const last = parts.at(-1);
    if (last?.speaker === speaker) last.to = index;
    else parts.push({ speaker, from: index, to: index });
  }
  return parts;
}

/** Whether a sentence or a pause ends before the word; true at both ends of the whole. */
function isBoundary(words: readonly SaidWord[], index: number): boolean {
  const [last, next] = [words[index - 1], words[index]];
  return !last || !next || SENTENCE_END.test(last.text) || next.startMs - last.endMs >= PAUSE_MS;
}
