import { endsSentence } from '#domain/segmentation.ts';
import type { SaidWord } from '../../engine.ts';
import type { DescribedWindow } from './clusters.ts';
import { cosine } from './linkage.ts';
import { FRAME_MS, SHORT_FRAMES } from './windows.ts';

/** What a change of speaker must gain, in frames times cosine. */
const CHANGE_COST = 6;
/** The share of it at a pause, and at the end of a sentence. */
const AT_PAUSE = 0.3;
const AT_SENTENCE = 0.6;
const PAUSE_MS = 100;
/** A window says most about its middle: its edges have this much less weight. */
const EDGE_LOSS = 0.9;
/** The weight of a window without speech, to which its speech adds. */
const LEAST_WEIGHT = 0.3;

/**
 * The voice of each word, in time order, by the short windows of the recording: as the number of one of `voices`: the most likely sequence (Viterbi), where a change must
 * gain more within a sentence than after it or at a pause.
 */
export function assignWords(
  words: readonly SaidWord[],
  windows: readonly DescribedWindow[],
  voices: readonly Float32Array[],
): Uint8Array {
  const count = voices.length;
  const path = new Uint8Array(words.length);
  if (count < 2) return path;
  const cameFrom = new Uint8Array(words.length * count);
  let scores = new Float64Array(count);
  const hear = listen(windows, voices);
  words.forEach((word, index) => {
    const best = mostOf(scores);
    const changed = (scores[best] ?? 0) - costBefore(words[index - 1], word);
    const heard = hear(word);
    scores = scores.map((score, voice) => {
      const stays = score >= changed;
      cameFrom[index * count + voice] = stays ? voice : best;
      return Math.max(score, changed) + (heard[voice] ?? 0);
    });
  });
  let voice = mostOf(scores);
  for (let index = words.length - 1; index >= 0; index--) {
    path[index] = voice;
    voice = cameFrom[index * count + voice] ?? 0;
  }
  return path;
}

function costBefore(last: SaidWord | undefined, next: SaidWord): number {
  if (!last) return 0;
  const pause = next.startMs - last.endMs >= PAUSE_MS ? AT_PAUSE : 1;
  return CHANGE_COST * pause * (endsSentence(last) ? AT_SENTENCE : 1);
}

/** Sums, for words in time order, how near each voice is in their frames: the mean of the windows there, most of the middle ones. */
function listen(windows: readonly DescribedWindow[], voices: readonly Float32Array[]) {
  let first = 0;
  const near = new Map<number, Float64Array>();
  const nearness = (index: number, { vector, frames }: DescribedWindow) => {
    const known = near.get(index);
    if (known) return known;
    const values = Float64Array.from(voices, (voice) => (frames > 0 ? cosine(voice, vector) : 0));
    near.set(index, values);
    return values;
  };
  return ({ startMs, endMs }: SaidWord): Float64Array => {
    const [from, to] = [Math.floor(startMs / FRAME_MS), Math.ceil(endMs / FRAME_MS)];
    while (first < windows.length && (windows[first]?.to ?? 0) <= from) near.delete(first++);
    const sums = new Float64Array(voices.length);
    for (let frame = from; frame < to; frame++) {
      let total = 0;
      const each = new Float64Array(voices.length);
      for (let index = first; index < windows.length; index++) {
        const window = windows[index];
        if (!window || window.from > frame) break;
        if (window.to <= frame) continue;
        const place = Math.abs(((frame - window.from + 0.5) / (window.to - window.from)) * 2 - 1);
        const weight = (1 - place * EDGE_LOSS) * (LEAST_WEIGHT + window.frames / SHORT_FRAMES);
        total += weight;
        nearness(index, window).forEach((value, voice) => {
          each[voice] = (each[voice] ?? 0) + weight * value;
        });
      }
      if (total > 0)
        for (let voice = 0; voice < sums.length; voice++)
          sums[voice] = (sums[voice] ?? 0) + (each[voice] ?? 0) / total;
    }
    return sums;
  };
}

function mostOf(scores: Float64Array): number {
  let most = 0;
  scores.forEach((score, index) => {
    if (score > (scores[most] ?? 0)) most = index;
  });
  return most;
}
