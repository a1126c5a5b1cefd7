import { open } from 'node:fs/promises';

/** Samples per second of all audio in the engine. */
export const SAMPLE_RATE = 16_000;
/** Samples per millisecond. */
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

const BYTES_PER_SAMPLE = 4;

/**
 * Reads samples [fromSample, toSample) of raw 32-bit little-endian floats; parts outside the file read as silence. NaN becomes 0
 * and the rest is clamped to -1 to 1, because a single NaN ruins recognition of a whole chunk.
 */
export async function readPcm(path: string, fromSample: number, toSample: number): Promise<Float32Array> {
  const samples = new Float32Array(Math.max(0, toSample - fromSample));
  const skipped = Math.max(0, -fromSample);
  if (skipped >= samples.length) return samples;
  const target = new Uint8Array(samples.buffer, skipped * BYTES_PER_SAMPLE);
  const file = await open(path, 'r');
  try {
    let filled = 0;
    while (filled < target.length) {
      const position = (fromSample + skipped) * BYTES_PER_SAMPLE + filled;
      const { bytesRead } = await file.read(target, filled, target.length - filled, position);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    // A file cut off within a sample leaves bytes that are not a number.
    target.fill(0, filled - (filled % BYTES_PER_SAMPLE));
  } finally {
    await file.close();
  }
  return sanitize(samples);
}

/** Replaces NaN by 0 and clamps to -1..1, in place. */
function sanitize(samples: Float32Array): Float32Array {
  for (let index = 0; index < samples.length; index++) {
    // In bounds, so it is a number: a default for undefined would make this loop, which every sample passes through, twice as
    // slow.
    const value = samples[index] as number;
    if (value >= -1 && value <= 1) continue;
    samples[index] = Number.isNaN(value) ? 0 : Math.sign(value);
  }
  return samples;
}
