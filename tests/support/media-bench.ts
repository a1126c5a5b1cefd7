import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { decodeSound } from '#server/media/decode-sound.ts';
import {
  type ClipCut,
  type Decoded,
  type MediaTool,
  type ProbeOptions,
  SAMPLE_RATE,
} from '#server/media/tool.ts';

/** Files for the tests of a media tool, and its calls, each with what has to be found out before. */
export function mediaBench(tool: MediaTool) {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapescript-media-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const soundOf = async (path: string, { signal, wanted = null }: ProbeOptions) => {
    const { sound } = await tool.probe(path, { signal, wanted });
    if (!sound) throw new AppError('no_audio');
    return sound;
  };
  return {
    folder: () => folder,
    put: async (name: string, bytes: Buffer | string): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return path;
    },
    target: () => join(folder, `out-${Math.random().toString(36).slice(2)}.f32`),
    decode: async (path: string, pcm: string, options: ProbeOptions): Promise<Decoded> =>
      decodeSound(tool, { path, target: pcm, sound: await soundOf(path, options) }, options),
    cutClip: async (path: string, clip: string, cut: Omit<ClipCut, 'sound'>, options: ProbeOptions) =>
      tool.cutClip(path, clip, { ...cut, sound: await soundOf(path, options) }, options),
  };
}

/** Decoded sound, as `MediaTool.decode` writes it. */
export async function readSamples(pcm: string): Promise<Float32Array> {
  const bytes = await readFile(pcm);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** The peak of each tenth of a second of decoded sound. */
export async function levelsOf(pcm: string): Promise<number[]> {
  const samples = await readSamples(pcm);
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += 1600) {
    levels.push(samples.subarray(at, at + 1600).reduce((max, value) => Math.max(max, Math.abs(value)), 0));
  }
  return levels;
}

/** How loud a tone is in a part of decoded sound, as its amplitude. */
export function toneIn(samples: Float32Array, hz: number): number {
  let [sine, cosine] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hz * at) / SAMPLE_RATE;
    sine += sample * Math.sin(angle);
    cosine += sample * Math.cos(angle);
  }
  return (2 * Math.hypot(sine, cosine)) / samples.length;
}
