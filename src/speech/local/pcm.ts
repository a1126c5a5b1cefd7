import { open } from 'node:fs/promises';

/** Samples per second of all sound in the engine. */
export const SAMPLE_RATE = 16_000;
/** Samples per millisecond. */
export const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

const BYTES_PER_SAMPLE = 4;

/**
 * Reads samples [fromSample, toSample) of raw 32-bit little-endian floats; parts outside the file read as silence.
 * What is not a number becomes 0 and the rest is held within -1 to 1, because one NaN makes the model deaf for a whole chunk.
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
    // A file cut within a sample leaves bytes that are no number.
    target.fill(0, filled - (filled % BYTES_PER_SAMPLE));
  } finally {
    await file.close();
  }
  return sanitize(samples);
}

/** Replaces NaN by 0 and clamps to -1..1, in place. */
function sanitize(samples: Float32Array): Float32Array {
  for (let index = 0; index < samples.length; index++) {
    // Within the length, so a number: a default for undefined makes this loop, which every sample goes through, twice as slow.
    const value = samples[index] as number;
    if (value >= -1 && value <= 1) continue;
    samples[index] = Number.isNaN(value) ? 0 : Math.sign(value);
  }
  return samples;
}
