/**
 * The heads (layer, head) of Moonshine tiny's cross-attention that follow the audio most closely, ranked on synthetic speech with
 * known word times (decision 011).
 */
const BEST_HEADS = [
  [3, 5],
  [4, 3],
  [4, 7],
  [3, 6],
  [5, 6],
  [5, 3],
  [4, 6],
  [5, 7],
] as const;

/** The decoder layers whose attention is used. */
export const LAYERS = [3, 4, 5] as const;

const HEADS_PER_LAYER = 8;

/** Which part of the attention outputs [batch, heads, 1, frames] to read. */
export interface AttentionRow {
  row: number;
  /** Frames of the padded batch. */
  frames: number;
  /** Frames of this audio. */
  usedFrames: number;
}

/**
 * Mean over the best heads of the z-scored attention of one token: one number for each frame of its audio. `layers` is in the
 * order of LAYERS.
 */
export function headScores(
  layers: readonly Float32Array[],
  { row, frames, usedFrames }: AttentionRow,
): Float32Array {
  const used = Math.min(frames, usedFrames);
  const scores = new Float32Array(used);
  for (const [layer, head] of BEST_HEADS) {
    const start = (row * HEADS_PER_LAYER + head) * frames;
    const weights = layers[layer - LAYERS[0]]?.subarray(start, start + used);
    if (weights) addZScores(scores, weights);
  }
  for (let frame = 0; frame < used; frame++) scores[frame] = (scores[frame] ?? 0) / BEST_HEADS.length;
  return scores;
}

function addZScores(scores: Float32Array, weights: Float32Array): void {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  const mean = sum / weights.length;
  const deviation = Math.sqrt(Math.max(0, squares / weights.length - mean * mean)) || 1;
  for (let frame = 0; frame < weights.length; frame++) {
    scores[frame] = (scores[frame] ?? 0) + ((weights[frame] ?? 0) - mean) / deviation;
  }
}
