import { SAMPLE_RATE } from '../pcm.ts';
import { BANDS, filterBank, frameCount } from './features.ts';
import { type MadeVoice, makeVoice } from './made-voices.ts';
import { VECTOR_SIZE, type VoiceNetwork } from './network.ts';

/** A low voice and a high one. */
const VOICES: readonly MadeVoice[] = [
  { hertz: 105, scale: 0.92 },
  { hertz: 225, scale: 1.22 },
];
const VOICE_SECONDS = 5;
/** Where the two windows of each voice begin, in seconds. */
const WINDOW_STARTS = [0.3, 2.4] as const;
const WINDOW_SECONDS = 1.5;
/** How far a component of a vector may be from the same component the next time. */
const TOLERANCE = 1e-4;
/** How much more alike two windows of one voice must be, as cosines: CAM++ has 0.4 here. */
const CLEARANCE = 0.2;

/**
 * Tries whether a network describes voices: it describes two windows each of two made voices twice. Returns why it does not, as the end of a
 * sentence that begins with the file's name; undefined if it does. Rejects as `describe` does.
 */
export async function faultOf(network: Pick<VoiceNetwork, 'describe'>): Promise<string | undefined> {
  const windows = VOICES.flatMap(windowsOf);
  // Copied, because a network may use its memory again.
  const first = (await network.describe(windows)).map((vector) => vector.slice());
  const isComplete = first.length === windows.length && first.every(isVector);
  if (!isComplete) return `does not describe each voice with ${VECTOR_SIZE} numbers`;
  const second = await network.describe(windows);
  if (!first.every((vector, index) => isNear(vector, second[index])))
    return 'does not describe the same sound in the same way twice';
  const likeness = (one: number, other: number) => cosine(first[one], first[other]);
  const sameVoice = Math.min(likeness(0, 1), likeness(2, 3));
  const otherVoice = Math.max(likeness(0, 2), likeness(0, 3), likeness(1, 2), likeness(1, 3));
  if (!(sameVoice >= otherVoice + CLEARANCE)) return 'does not tell a low voice from a high one';
  return undefined;
}

/** The features of two windows of a voice. */
function windowsOf(voice: MadeVoice): Float32Array[] {
  const samples = makeVoice(voice, VOICE_SECONDS);
  return WINDOW_STARTS.map((start) => {
    const from = start * SAMPLE_RATE;
    return withoutMeans(filterBank(samples.subarray(from, from + WINDOW_SECONDS * SAMPLE_RATE)));
  });
}

function withoutMeans(features: Float32Array): Float32Array {
  const frames = frameCount(WINDOW_SECONDS * SAMPLE_RATE);
  const means = new Float64Array(BANDS);
  features.forEach((value, index) => {
    means[index % BANDS] = (means[index % BANDS] ?? 0) + value / frames;
  });
  return features.map((value, index) => value - (means[index % BANDS] ?? 0));
}

function isVector(vector: Float32Array): boolean {
  return vector.length === VECTOR_SIZE && vector.every(Number.isFinite);
}

function isNear(one: Float32Array, other: Float32Array | undefined): boolean {
  return one.every((value, index) => Math.abs(value - (other?.[index] ?? Number.NaN)) <= TOLERANCE);
}

/** Of unit vectors. */
function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one?.reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0) ?? Number.NaN;
}
