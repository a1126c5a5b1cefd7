import { SAMPLE_RATE } from './pcm.ts';

/** Milliseconds from one encoder frame to the next: 384 samples. */
const ATTENTION_FRAME_MS = 24;
/** The middle of what the first frame covers: half of 895 samples. */
const FIRST_FRAME_MIDDLE_MS = 28;
const LOUDNESS_HOP_MS = 10;
const MIN_WORD_MS = 40;

/** A word as the tokens [firstToken, endToken) that spell it. */
export interface TokenSpan {
  text: string;
  firstToken: number;
  endToken: number;
}

/** When a word is said: integer milliseconds from the start of the audio. */
export interface WordTime {
  startMs: number;
  endMs: number;
}

/**
 * The frame at which each token begins: the path through the attention scores (one row of frames per token) with the greatest sum
 * on which tokens are in order and each has at least one frame. Undefined if there are more tokens than frames.
 */
export function alignTokens(scores: readonly Float32Array[]): number[] | undefined {
  const frames = scores[0]?.length ?? 0;
  if (scores.length === 0 || scores.length > frames) return undefined;
  const entered: Uint8Array[] = [];
  let best = new Float64Array(frames).fill(Number.NEGATIVE_INFINITY);
  scores.forEach((row, token) => {
    const next = new Float64Array(frames).fill(Number.NEGATIVE_INFINITY);
    const cameFromPrevious = new Uint8Array(frames);
    for (let frame = token; frame < frames; frame++) {
      const isFirstToken = token === 0;
      const stay = frame > 0 ? (next[frame - 1] ?? 0) : isFirstToken ? 0 : Number.NEGATIVE_INFINITY;
      const enter = frame === 0 || isFirstToken ? Number.NEGATIVE_INFINITY : (best[frame - 1] ?? 0);
      if (enter > stay) cameFromPrevious[frame] = 1;
      next[frame] = Math.max(stay, enter) + (row[frame] ?? 0);
    }
    entered.push(cameFromPrevious);
    best = next;
  });
  const starts = new Array<number>(scores.length).fill(0);
  let frame = frames - 1;
  for (let token = scores.length - 1; token > 0; token--) {
    while (frame > token && entered[token]?.[frame] !== 1) frame--;
    starts[token] = frame;
    frame--;
  }
  return starts;
}

/**
 * Word times measured from attention: each word lasts until the next begins, minus the silence at its edges. Undefined if they
 * cannot be measured.
 */
export function measuredTimes(
  words: readonly TokenSpan[],
  scores: readonly Float32Array[],
  samples: Float32Array,
): WordTime[] | undefined {
  const starts = alignTokens(scores);
  if (!starts || words.length === 0) return undefined;
  const soundMs = Math.floor((samples.length / SAMPLE_RATE) * 1000);
  const beginMs = words.map(({ firstToken }) => {
    const frame = starts[firstToken] ?? 0;
    return Math.min(
      soundMs,
      Math.max(0, frame * ATTENTION_FRAME_MS + FIRST_FRAME_MIDDLE_MS - ATTENTION_FRAME_MS / 2),
    );
  });
  const loudness = measureLoudness(samples);
  return words.map((_, index) => {
    const startMs = index === 0 ? 0 : (beginMs[index] ?? 0);
    const endMs = beginMs[index + 1] ?? soundMs;
    return trimSilence({ startMs: Math.min(startMs, endMs), endMs }, loudness);
  });
}

/** Word times if nothing can be measured: the length of the audio divided in proportion to the number of letters. */
export function estimatedTimes(words: readonly TokenSpan[], soundMs: number): WordTime[] {
  const letters = words.map(({ text }) => text.length + 1);
  const total = letters.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return letters.map((count) => {
    const startMs = Math.floor((before / total) * soundMs);
    before += count;
    return { startMs, endMs: Math.floor((before / total) * soundMs) };
  });
}

interface Loudness {
  decibels: Float32Array;
  silenceBelow: number;
}

/**
 * The loudness of each 10 ms, and the level below which this audio is silent: a quarter of the way from its quiet to its loud
 * parts.
 */
function measureLoudness(samples: Float32Array): Loudness {
  const hop = (LOUDNESS_HOP_MS * SAMPLE_RATE) / 1000;
  const decibels = new Float32Array(Math.ceil(samples.length / hop));
  for (let index = 0; index < decibels.length; index++) {
    let energy = 1e-10;
    for (const value of samples.subarray(index * hop, (index + 1) * hop)) energy += (value * value) / hop;
    decibels[index] = 10 * Math.log10(energy);
  }
  const sorted = decibels.slice().sort();
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? -100;
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? -100;
  // Steady noise has no silent parts.
  const silenceBelow = loud - quiet < 12 ? Number.NEGATIVE_INFINITY : quiet + (loud - quiet) / 4;
  return { decibels, silenceBelow };
}

function trimSilence(time: WordTime, { decibels, silenceBelow }: Loudness): WordTime {
  const isSilent = (ms: number) => (decibels[Math.floor(ms / LOUDNESS_HOP_MS)] ?? 0) < silenceBelow;
  let { startMs, endMs } = time;
  while (endMs - startMs > MIN_WORD_MS && isSilent(startMs)) startMs += LOUDNESS_HOP_MS;
  while (endMs - startMs > MIN_WORD_MS && isSilent(endMs - 1)) endMs -= LOUDNESS_HOP_MS;
  return endMs - startMs < MIN_WORD_MS ? time : { startMs, endMs };
}
