import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { tracksIn } from './heard-tracks.ts';
import type { SoundClock } from './sound-clock.ts';
import type { Decoded, MediaTool, SoundTrack, ToolOptions } from './tool.ts';
import { writeWhole } from './whole-file.ts';

/** In samples. */
const PIECE = 256 * 1024;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/**
 * Decodes what is heard of a recording, as `MediaTool.decode` does a track: several are added up, each at its own times and as loud as it
 * is, and cut off where that is louder than sound can be. Takes twice the room on the disk for them.
 */
export async function decodeSound(
  tool: Pick<MediaTool, 'decode'>,
  { path, target, sound }: { path: string; target: string; sound: SoundTrack },
  { signal, onProgress }: ToolOptions,
): Promise<Decoded> {
  const tracks = tracksIn(sound);
  if (tracks.length === 1)
    return tool.decode(path, target, sound, onProgress ? { signal, onProgress } : { signal });
  return writeWhole(target, async (mix) => {
    const added = `${mix}.track`;
    const clocks: SoundClock[] = [];
    let durationMs = 0;
    try {
      for (const [at, track] of tracks.entries()) {
        const options = {
          signal,
          onProgress: (doneMs: number) => onProgress?.((at * sound.lastMs + doneMs) / tracks.length),
        };
        const decoded = await tool
          .decode(path, durationMs === 0 ? mix : added, track, options)
          .catch(nothingDecoded);
        if (!decoded) continue;
        if (durationMs > 0) await addInto(mix, added, signal);
        durationMs = Math.max(durationMs, decoded.durationMs);
        clocks.push(decoded.clock);
      }
    } finally {
      await rm(added, { force: true });
    }
    if (durationMs === 0) throw new AppError('no_audio');
    return { durationMs, clock: worst(clocks) };
  });
}

function nothingDecoded(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'no_audio')) throw error;
}

function worst(clocks: readonly SoundClock[]): SoundClock {
  return clocks.includes('broken') ? 'broken' : clocks.includes('gaps') ? 'gaps' : 'steady';
}

/** Adds the samples of one file to those of another, which becomes as long as the longer of both. */
async function addInto(target: string, added: string, signal: AbortSignal): Promise<void> {
  const [into, from] = [await open(target, 'r+'), await open(added)];
  const [sum, more] = [new Float32Array(PIECE), new Float32Array(PIECE)];
  try {
    for (let position = 0; ; ) {
      signal.throwIfAborted();
      const bytes = await readWhole(from, more, position);
      if (bytes === 0) break;
      sum.fill(0);
      await readWhole(into, sum, position);
      const count = bytes / BYTES;
      for (let at = 0; at < count; at += 1)
        sum[at] = Math.max(-1, Math.min(1, (sum[at] ?? 0) + (more[at] ?? 0)));
      await writeWholly(into, sum.subarray(0, count), position);
      position += bytes;
    }
    await into.sync();
  } finally {
    await into.close();
    await from.close();
  }
}

/** Reads samples from a place in a file, as many as there are; returns how many bytes these are. */
async function readWhole(file: FileHandle, samples: Float32Array, position: number): Promise<number> {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done - (done % BYTES);
}

/** A nearly full disk accepts part of the bytes, and only fails on the next write. */
async function writeWholly(file: FileHandle, samples: Float32Array, position: number): Promise<void> {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
