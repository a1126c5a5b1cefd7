import { readPcm } from '../pcm.ts';
import { BANDS, FRAME_SAMPLES, filterBank, HOP_SAMPLES, NO_ENERGY } from './features.ts';
import { MIN_FRAMES, VECTOR_SIZE, type VoiceNetwork } from './network.ts';
import { type Frames, type WindowKind, type WindowKinds, windowsOf } from './windows.ts';

/** What is known of the voice in each of some windows, in order. */
export interface Descriptions {
  /** A unit vector of 192 numbers for each window, one after the other; zeros if the window is too short. */
  vectors: Float32Array<ArrayBuffer>;
  /** How many frames of speech each vector is worth. */
  frames: Float32Array<ArrayBuffer>;
}

/** The descriptions of all long and all short windows of some regions. */
export interface RegionDescriptions {
  long: Descriptions;
  short: Descriptions;
}

/** With this many frames of speech, the others of a window are left out. */
const ENOUGH_SPEECH = 50;
const LITTLE_SPEECH = 30;
/** What a window with little or hardly any speech is worth, for each of its frames. */
const WORTH = { little: 0.3, hardly: 0.1 };

/** Regions of a recording. */
export interface RegionsToDescribe {
  pcmPath: string;
  regions: readonly Frames[];
  /** The frames in which words are spoken, in order. */
  speech: readonly Frames[];
  kinds: WindowKinds;
}

/**
 * Describes the voice in each window of these regions of a recording. Rejects if the file cannot be read or the network fails.
 */
export async function describeRegions(
  network: VoiceNetwork,
  { pcmPath, regions, speech, kinds }: RegionsToDescribe,
  onProgress: (doneFrames: number) => void,
): Promise<RegionDescriptions> {
  const long: Descriptions[] = [];
  const short: Descriptions[] = [];
  let doneFrames = 0;
  for (const region of regions) {
    const isSpeech = maskOf(region, speech);
    // A frame of features is centred one frame of 10 ms after its beginning.
    const first = region.from - 1;
    const features = filterBank(
      await readPcm(pcmPath, first * HOP_SAMPLES, (region.to - 2) * HOP_SAMPLES + FRAME_SAMPLES),
    );
    const describe = (kind: WindowKind) => describeWindows(network, { region, kind, features, isSpeech });
    long.push(await describe(kinds.long));
    short.push(await describe(kinds.short));
    doneFrames += region.to - region.from;
    onProgress(doneFrames);
  }
  return { long: joinDescriptions(long), short: joinDescriptions(short) };
}

/** All descriptions one after the other. */
export function joinDescriptions(parts: readonly Descriptions[]): Descriptions {
  return {
    vectors: joinArrays(parts.map(({ vectors }) => vectors)),
    frames: joinArrays(parts.map(({ frames }) => frames)),
  };
}

interface RegionSound {
  region: Frames;
  kind: WindowKind;
  features: Float32Array;
  isSpeech: Uint8Array;
}

async function describeWindows(
  network: VoiceNetwork,
  { region, kind, features, isSpeech }: RegionSound,
): Promise<Descriptions> {
  const chosen = windowsOf(region, kind).map(({ from, to }) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index - region.from);
    return choose(features, numbers, isSpeech);
  });
  const described = await network.describe(
    chosen.flatMap(({ stretch }) => (isLongEnough(stretch) ? [stretch] : [])),
  );
  const vectors = new Float32Array(chosen.length * VECTOR_SIZE);
  let next = 0;
  chosen.forEach(({ stretch }, index) => {
    const vector = isLongEnough(stretch) ? described[next++] : undefined;
    if (vector) vectors.set(vector, index * VECTOR_SIZE);
  });
  const frames = chosen.map(({ stretch, frames: worth }) => (isLongEnough(stretch) ? worth : 0));
  return { vectors, frames: Float32Array.from(frames) };
}

function joinArrays(arrays: readonly Float32Array[]) {
  const joined = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    joined.set(array, at);
    at += array.length;
  }
  return joined;
}

function isLongEnough(stretch: Float32Array): boolean {
  return stretch.length >= MIN_FRAMES * BANDS;
}

/** Whether somebody speaks in each frame of the region. */
function maskOf({ from, to }: Frames, speech: readonly Frames[]): Uint8Array {
  const mask = new Uint8Array(to - from);
  for (const each of speech) mask.fill(1, Math.max(0, each.from - from), Math.max(0, each.to - from));
  return mask;
}

/** The features of a window's frames with speech, each band's mean taken away, and how many frames they are worth. */
function choose(
  features: Float32Array,
  numbers: readonly number[],
  isSpeech: Uint8Array,
): { stretch: Float32Array; frames: number } {
  const there = numbers.filter((number) => (number + 1) * BANDS <= features.length);
  const spoken = there.filter((number) => isSpeech[number] && !isDigitalSilence(features, number));
  if (spoken.length >= ENOUGH_SPEECH) return { stretch: centred(features, spoken), frames: spoken.length };
  if (spoken.length >= LITTLE_SPEECH)
    return { stretch: centred(features, spoken), frames: spoken.length * WORTH.little };
  return { stretch: centred(features, there), frames: there.length * WORTH.hardly };
}

/** Whether a frame has no sound at all, as edited recordings have between words: next to it a voice would look like another one. */
function isDigitalSilence(features: Float32Array, number: number): boolean {
  return features.subarray(number * BANDS, (number + 1) * BANDS).every((energy) => energy <= NO_ENERGY);
}

function centred(features: Float32Array, numbers: readonly number[]): Float32Array {
  const stretch = new Float32Array(numbers.length * BANDS);
  const sums = new Float64Array(BANDS);
  numbers.forEach((number, index) => {
    const frame = features.subarray(number * BANDS, (number + 1) * BANDS);
    stretch.set(frame, index * BANDS);
    for (let band = 0; band < BANDS; band++) sums[band] = (sums[band] ?? 0) + (frame[band] ?? 0);
  });
  for (let at = 0; at < stretch.length; at++)
    stretch[at] = (stretch[at] ?? 0) - (sums[at % BANDS] ?? 0) / numbers.length;
  return stretch;
}
