import { z } from 'zod';

/** The weights of the encoder as TensorFlow.js keeps them. */
export interface Weights {
  /** The numbers of one tensor. Throws an Error if there is none of this name and these dimensions. */
  take(name: string, dims: readonly number[]): Float32Array<ArrayBuffer>;
}

const Manifest = z.object({
  weightsManifest: z.tuple([
    z.object({
      paths: z.array(z.string().regex(/^[\w-]+$/)).max(100),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.int().nonnegative()), dtype: z.string() }),
      ),
    }),
  ]),
});
/** Floats and 32-bit integers alike. */
const ELEMENT_BYTES = 4;

/** The names of the files with the weights, in their order, according to `model.json`. Throws if that has another form. */
export function shardsOf(model: Uint8Array): string[] {
  return readManifest(model).paths;
}

/** Reads the weights out of `model.json` and the joined files that it names: tensors follow each other without gaps. Throws if they do not fit. */
export function readWeights(model: Uint8Array, shards: Uint8Array): Weights {
  const tensors = new Map<string, { start: number; shape: readonly number[] }>();
  let at = 0;
  for (const { name, shape, dtype } of readManifest(model).weights) {
    if (dtype === 'float32') tensors.set(name, { start: at, shape });
    at += sizeOf(shape) * ELEMENT_BYTES;
  }
  if (at !== shards.length)
    throw new Error(`The weights have ${shards.length} bytes where ${at} were expected`);
  return {
    take(name, dims) {
      const found = tensors.get(name);
      if (!found || String(found.shape) !== String(dims))
        throw new Error(`The weights have no ${name} of [${dims}]`);
      // A copy, because floats must begin at a multiple of their size; `slice` of a Buffer is none.
      const bytes = new Uint8Array(shards.subarray(found.start, found.start + sizeOf(dims) * ELEMENT_BYTES));
      return new Float32Array(bytes.buffer);
    },
  };
}

function readManifest(model: Uint8Array) {
  return Manifest.parse(JSON.parse(new TextDecoder().decode(model))).weightsManifest[0];
}

function sizeOf(dims: readonly number[]): number {
  return dims.reduce((product, size) => product * size, 1);
}
