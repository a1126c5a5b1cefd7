import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const SAMPLE_RATE = 16_000;
const FLOAT_BYTES = 4;
const SAMPLE_BYTES = 2;
const HEADER_BYTES = 44;
const PIECE_BYTES = 256 * 1024;

/** Audio to send: its total length in bytes, and its bytes, from the beginning for each call. */
export interface SentSound {
  sizeBytes: number;
  bytes: () => AsyncIterable<Uint8Array>;
}

interface WavOptions {
  /** The samples [fromSample, toSample) are sent, as far as there are any; by default all. */
  fromSample?: number | undefined;
  toSample?: number | undefined;
  /** Told after each piece, with the share that has been taken so far. */
  onSent?: ((share: number) => void) | undefined;
}

/** Streams raw floats on disk (see Audio) as a 16-bit WAV file of known length, with one piece in memory at a time. */
export async function wavOfPcm(
  pcmPath: string,
  { fromSample = 0, toSample = Number.POSITIVE_INFINITY, onSent = () => undefined }: WavOptions = {},
): Promise<SentSound> {
  const available = Math.floor((await stat(pcmPath)).size / FLOAT_BYTES);
  const from = Math.min(fromSample, available);
  const samples = Math.min(toSample, available) - from;
  const dataBytes = samples * SAMPLE_BYTES;
  async function* bytes() {
    yield headerOf(dataBytes);
    let sent = 0;
    for await (const part of floatsOf(pcmPath, from, samples)) {
      yield toInt16(part);
      sent += part.length;
      onSent(sent / samples);
    }
  }
  return { sizeBytes: HEADER_BYTES + dataBytes, bytes };
}

async function* floatsOf(pcmPath: string, from: number, samples: number): AsyncGenerator<Float32Array> {
  if (samples <= 0) return;
  const start = from * FLOAT_BYTES;
  const end = start + samples * FLOAT_BYTES - 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(pcmPath, { start, end, highWaterMark: PIECE_BYTES })) {
    // A read may end within a sample.
    const joined: Buffer = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = joined.length - (joined.length % FLOAT_BYTES);
    // Copied, because floats must be aligned to four bytes.
    if (whole > 0) yield new Float32Array(Uint8Array.from(joined.subarray(0, whole)).buffer);
    rest = joined.subarray(whole);
  }
}

/**
 * A plain loop: sending ten hours took 105 s of processor time with `Int16Array.from` and a function, and takes 14 s with this.
 */
function toInt16(floats: Float32Array): Uint8Array {
  const samples = new Int16Array(floats.length);
  for (let index = 0; index < floats.length; index++) {
    const value = Math.max(-1, Math.min(1, floats[index] ?? 0));
    samples[index] = Math.round(value * 32_767);
  }
  return new Uint8Array(samples.buffer);
}

/** RIFF, format (PCM, mono, 16 bit) and data. */
function headerOf(dataBytes: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
