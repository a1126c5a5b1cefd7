import { InferenceSession, Tensor } from '#fetched/onnxruntime-node/dist/index.js';
import { BANDS } from './features.ts';

/** The numbers that describe a voice. */
export const VECTOR_SIZE = 192;
/** The network pools over at least this many frames. */
export const MIN_FRAMES = 16;

/** Windows of the same length that are described together: more gain nothing. */
const BATCH = 8;
/** The names of the network's input and output, in the published file and in ours. */
const INPUT = 'x';
const OUTPUT = 'embedding';

/** A network that describes voices, in this process. */
export interface VoiceNetwork {
  /**
   * A unit vector of 192 numbers for each stretch of sound, which points the same way for the same voice. Each is given by its features
   * (80 a frame, at least 16 frames, each band's mean taken away). Rejects if the network does not answer with numbers.
   */
  describe(stretches: readonly Float32Array[]): Promise<Float32Array[]>;
  /** Frees its memory; it cannot be used any more. */
  release(): Promise<void>;
}

/** Loads the network from a file (0.2 s, 60 MB). Rejects if it is missing, damaged, or has other inputs and outputs. */
export async function loadVoiceNetwork(path: string): Promise<VoiceNetwork> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
  if (!session.inputNames.includes(INPUT) || !session.outputNames.includes(OUTPUT))
    throw new Error('This is no network that describes voices');
  return {
    release: () => session.release(),
    async describe(stretches) {
      const vectors = new Array<Float32Array>(stretches.length);
      for (const indexes of batchesOf(stretches)) {
        const described = await run(
          session,
          indexes.map((index) => stretches[index] ?? new Float32Array()),
        );
        indexes.forEach((index, row) => {
          vectors[index] = unit(described.subarray(row * VECTOR_SIZE, (row + 1) * VECTOR_SIZE));
        });
      }
      return vectors;
    },
  };
}

/** The indexes of stretches of the same length, a batch at a time: padding would change the vectors. */
function batchesOf(stretches: readonly Float32Array[]): number[][] {
  const byLength = Map.groupBy(stretches.keys(), (index) => stretches[index]?.length ?? 0);
  return [...byLength.values()].flatMap((indexes) =>
    Array.from({ length: Math.ceil(indexes.length / BATCH) }, (_, batch) =>
      indexes.slice(batch * BATCH, (batch + 1) * BATCH),
    ),
  );
}

async function run(session: InferenceSession, stretches: readonly Float32Array[]): Promise<Float32Array> {
  const size = stretches[0]?.length ?? 0;
  const input = new Float32Array(size * stretches.length);
  stretches.forEach((stretch, row) => {
    input.set(stretch, row * size);
  });
  const tensor = new Tensor('float32', input, [stretches.length, size / BANDS, BANDS]);
  const { data } = (await session.run({ [INPUT]: tensor }))[OUTPUT] ?? {};
  if (!(data instanceof Float32Array) || data.length !== stretches.length * VECTOR_SIZE)
    throw new Error('The network that describes voices gave an answer of another form');
  return data;
}

/** The vector made as long as 1, in place of its own memory, which the runtime may use again. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new Error('The network that describes voices gave no numbers');
  return vector.map((value) => value / length);
}
