import { BANDS, FRAME_SAMPLES, filterBank, HOP_SAMPLES } from '#speech/local/voices/features.ts';
import { VECTOR_SIZE } from '#speech/local/voices/network.ts';
import { writeModel } from '#speech/local/voices/onnx-graph.ts';
import { discriminants, meanOf } from './discriminants.ts';
import { madeVoice } from './made-voice.ts';
import { seededRandom } from './random.ts';

/** Frames of a window of 1.5 s. */
export const WINDOW_FRAMES = 148;
/** Keeps the logarithm finite for a band that is the same all the time. */
const FLOOR = 1e-3;
/** Directions in which the voices differ that are kept. */
const DIRECTIONS = 8;
/** Distance, in standard deviations of one voice's windows, over which vectors become unlike. */
const REACH = 19.5;
const TAUGHT_VOICES = 30;

/** The features of a stretch of sound as the network takes them: `frames` from `from` on, each band's mean over them taken away. */
export function windowFeatures(samples: Float32Array, from = 0, frames = WINDOW_FRAMES): Float32Array {
  const start = from * HOP_SAMPLES;
  return centred(filterBank(samples.subarray(start, start + (frames - 1) * HOP_SAMPLES + FRAME_SAMPLES)));
}

/** The vectors' cosine; they are unit vectors. */
export function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/**
 * An ONNX network of 63 kB with the input and output of the real one, which tells made voices (made-voice.ts) apart and has never heard
 * anybody else. It measures how much each band changes: in syllables with gaps this is the spectrum above the noise. The vectors are
 * random Fourier features (Rahimi and Recht, 2007) of the directions in which made voices differ most. Takes 0.6 s the first time.
 */
export function tinyVoiceNetwork(): Uint8Array {
  made ??= teach();
  return made;
}

let made: Uint8Array | undefined;

function teach(): Uint8Array {
  const random = seededRandom(1);
  const voices = Array.from({ length: TAUGHT_VOICES }, (_, voice) => {
    const pitchHertz = 85 + (195 * random.below(1000)) / 1000;
    const tract = 0.8 + (0.56 * random.below(1000)) / 1000;
    return [0, 1].flatMap((part) => {
      const samples = madeVoice({ pitchHertz, tract, text: 1000 + 2 * voice + part, seconds: 2.6 });
      const features = filterBank(samples);
      return [0, 50, 100].map((from) =>
        changes(centred(features.slice(from * BANDS, (from + WINDOW_FRAMES) * BANDS))),
      );
    });
  });
  const centre = meanOf(voices.flat());
  const directions = discriminants(voices, DIRECTIONS);
  const gaussian = () => {
    let sum = -6;
    for (let index = 0; index < 12; index++) sum += random.below(1 << 20) / (1 << 20);
    return sum;
  };
  // Each random direction twice: as a cosine, and a quarter of a turn later as a sine, so that all vectors are equally long.
  const weights = new Float32Array(BANDS * VECTOR_SIZE);
  const shifts = new Float32Array(VECTOR_SIZE);
  for (let column = 0; column < VECTOR_SIZE; column += 2) {
    const mixed = new Float64Array(BANDS);
    for (const direction of directions) {
      const weight = gaussian() / REACH;
      direction.forEach((value, band) => {
        mixed[band] = (mixed[band] ?? 0) + weight * value;
      });
    }
    const shift = -mixed.reduce((sum, value, band) => sum + value * (centre[band] ?? 0), 0);
    for (const [turn, at] of [column, column + 1].entries()) {
      mixed.forEach((value, band) => {
        weights[band * VECTOR_SIZE + at] = value;
      });
      shifts[at] = shift - (turn * Math.PI) / 2;
    }
  }
  return write(weights, shifts);
}

/** The logarithm of how much each band changes over the window, compared with the mean of all bands: what `write` has as nodes. */
function changes(features: Float32Array): Float64Array {
  const frames = features.length / BANDS;
  const logs = Float64Array.from({ length: BANDS }, (_, band) => {
    let sum = 0;
    for (let frame = 0; frame < frames; frame++) sum += (features[frame * BANDS + band] ?? 0) ** 2;
    return Math.log(sum / frames + FLOOR);
  });
  const mean = logs.reduce((sum, value) => sum + value, 0) / BANDS;
  return logs.map((value) => value - mean);
}

/** Takes each band's mean away, in place. */
function centred(features: Float32Array): Float32Array {
  for (let band = 0; band < BANDS; band++) {
    let sum = 0;
    for (let at = band; at < features.length; at += BANDS) sum += features[at] ?? 0;
    const mean = (sum * BANDS) / features.length;
    for (let at = band; at < features.length; at += BANDS) features[at] = (features[at] ?? 0) - mean;
  }
  return features;
}

function write(weights: Float32Array, shifts: Float32Array): Uint8Array {
  return writeModel({
    inputs: [{ name: 'x', dims: ['N', 'T', BANDS] }],
    outputs: [{ name: 'embedding', dims: ['N', VECTOR_SIZE] }],
    tensors: [
      { name: 'floor', dims: [], data: Float32Array.of(FLOOR) },
      { name: 'weights', dims: [BANDS, VECTOR_SIZE], data: weights },
      { name: 'shifts', dims: [VECTOR_SIZE], data: shifts },
    ],
    nodes: [
      { operator: 'Mul', inputs: ['x', 'x'], outputs: ['squares'] },
      {
        operator: 'ReduceMean',
        inputs: ['squares'],
        outputs: ['power'],
        attributes: { axes: { ints: [1] }, keepdims: { int: 0 } },
      },
      { operator: 'Add', inputs: ['power', 'floor'], outputs: ['positive'] },
      { operator: 'Log', inputs: ['positive'], outputs: ['logs'] },
      { operator: 'ReduceMean', inputs: ['logs'], outputs: ['mean'], attributes: { axes: { ints: [1] } } },
      { operator: 'Sub', inputs: ['logs', 'mean'], outputs: ['changes'] },
      { operator: 'Gemm', inputs: ['changes', 'weights', 'shifts'], outputs: ['angles'] },
      { operator: 'Cos', inputs: ['angles'], outputs: ['embedding'] },
    ],
  });
}
