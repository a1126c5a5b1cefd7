import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeEngine } from '#speech/fake/engine.ts';

const SAMPLES_PER_MS = 16;
const LOUD = 0.5;

export interface SoundOptions {
  /** The frequency in Hz, which distinguishes one sound from another. */
  tone: number;
  seconds: number;
  /** 16,000 by default; a higher rate makes the file larger. */
  sampleRate?: number;
}

/** A continuous tone as a 16-bit mono WAV file. */
export function toneFile({ tone, seconds, sampleRate = 16_000 }: SoundOptions): Buffer {
  const second = Buffer.alloc(2 * sampleRate);
  for (let at = 0; at < sampleRate; at += 1) {
    second.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * tone * at) / sampleRate)), 2 * at);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + seconds * second.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(2 * sampleRate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(seconds * second.length, 40);
  return Buffer.concat([head, ...Array.from({ length: seconds }, () => second)]);
}

const known = new Map<string, Promise<(readonly [string, string])[]>>();

/** The speaker and text of each segment that the fake engine returns for any sound of this length. */
export function expectedSegments(
  seconds: number,
  suggestSpeakers: boolean,
): Promise<(readonly [string, string])[]> {
  const key = `${seconds} ${suggestSpeakers}`;
  const segments = known.get(key) ?? hear(seconds, suggestSpeakers);
  known.set(key, segments);
  return segments;
}

async function hear(seconds: number, suggestSpeakers: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-expected-'));
  const pcmPath = join(folder, 'audio.f32');
  const durationMs = seconds * 1000;
  try {
    await writeFile(pcmPath, new Float32Array(durationMs * SAMPLES_PER_MS).fill(LOUD));
    const { segments } = await createFakeEngine().transcribe(
      { pcmPath, durationMs },
      { diarize: suggestSpeakers, done: [] },
      {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onChunk: async () => undefined,
      },
    );
    return segments.map(({ speaker, text }) => [speaker, text] as const);
  } finally {
    await rm(folder, { recursive: true });
  }
}
