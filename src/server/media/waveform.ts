import { open } from 'node:fs/promises';
import { FINE_PEAK_MS } from '#contract/limits.ts';
import { SILENCE_DB } from './mix-down.ts';
import { SAMPLE_RATE } from './tool.ts';

export interface Peaks {
  /** Milliseconds of audio per peak. */
  bucketMs: number;
  /** 0 to 100, on a decibel scale. */
  peaks: number[];
}

const MAX_BUCKETS = 2000;
const SHORTEST_BUCKET_MS = 20;
const PIECE_SAMPLES = 65_536;

/**
 * The waveform of decoded audio (raw 32-bit floats, 16 kHz, mono), read in pieces, so that memory does not grow with its length.
 */
export async function measureWaveform(
  pcmPath: string,
  durationMs: number,
  signal: AbortSignal,
): Promise<Peaks> {
  const bucketMs = Math.max(SHORTEST_BUCKET_MS, durationMs / MAX_BUCKETS);
  const count = Math.min(MAX_BUCKETS, Math.max(1, Math.ceil(durationMs / bucketMs)));
  const loudest = await findLoudest(pcmPath, { bucketMs, count }, signal);
  return { bucketMs, peaks: Array.from(loudest, toPercent) };
}

/** The waveform of decoded audio in full: a byte, 0 to 100, for every `FINE_PEAK_MS`. Takes 1.5 MB of memory for an hour. */
export async function measureFinePeaks(
  pcmPath: string,
  durationMs: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const count = Math.max(1, Math.ceil(durationMs / FINE_PEAK_MS));
  return Uint8Array.from(await findLoudest(pcmPath, { bucketMs: FINE_PEAK_MS, count }, signal), toPercent);
}

async function findLoudest(
  pcmPath: string,
  { bucketMs, count }: { bucketMs: number; count: number },
  signal: AbortSignal,
): Promise<Float32Array> {
  const perBucket = (bucketMs * SAMPLE_RATE) / 1000;
  const loudest = new Float32Array(count);
  const file = await open(pcmPath);
  try {
    const piece = new Float32Array(PIECE_SAMPLES);
    const bytes = new Uint8Array(piece.buffer);
    for (let first = 0; ; ) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(bytes, 0, bytes.length, first * 4);
      const samples = bytesRead >> 2;
      if (samples === 0) return loudest;
      collect(piece.subarray(0, samples), first, perBucket, loudest);
      first += samples;
    }
  } finally {
    await file.close();
  }
}

function collect(piece: Float32Array, first: number, perBucket: number, loudest: Float32Array): void {
  for (let index = 0; index < piece.length; index += 1) {
    const bucket = Math.min(loudest.length - 1, Math.floor((first + index) / perBucket));
    const level = Math.abs(piece[index] ?? 0);
    if (level > (loudest[bucket] ?? 0)) loudest[bucket] = level;
  }
}

function toPercent(level: number): number {
  if (!(level > 0)) return 0;
  const db = 20 * Math.log10(Math.min(1, level));
  return Math.max(0, Math.round(100 * (1 - db / SILENCE_DB)));
}
