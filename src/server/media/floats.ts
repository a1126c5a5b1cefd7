import type { Readable } from 'node:stream';

/** The 32-bit floats in a stream of bytes, in pieces of a whole number of frames of `channels` samples. */
export async function* floatsOf(stream: Readable, channels = 1): AsyncGenerator<Float32Array> {
  const frameBytes = 4 * channels;
  let rest = Buffer.alloc(0);
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    // A copy, because floats have to stand at a multiple of four bytes.
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % frameBytes);
    rest = Buffer.from(all.subarray(whole));
    if (whole > 0) yield new Float32Array(all.buffer.slice(all.byteOffset, all.byteOffset + whole));
  }
}
