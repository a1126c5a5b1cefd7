import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { joinSounds, readWav, silence } from '#tests/support/speak.ts';

/** A real recording and its reference text. */
export interface Recording {
  name: string;
  samples: Float32Array;
  reference: string;
}

/** Folder of the real recordings: TAPESCRIPT_MEDIA, or else ../shared/media beside the checkout. Undefined if it does not exist. */
export function mediaFolder(): string | undefined {
  const folder =
    process.env.TAPESCRIPT_MEDIA ?? fileURLToPath(new URL('../../shared/media', import.meta.url));
  return existsSync(`${folder}/references.json`) ? folder : undefined;
}

/** The recordings that have a reference text. */
export function readRecordings(folder: string): Recording[] {
  const references = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(`${folder}/references.json`, 'utf8')));
  return Object.entries(references).map(([name, reference]) => {
    return { name, reference, samples: readWav(readFileSync(`${folder}/${name}`)) };
  });
}

/** A long recording that repeats the clips, with pauses of 0.3 to 1.2 s between them. */
export function longRecording(clips: readonly Float32Array[], minutes: number): Float32Array {
  const wanted = minutes * 60 * 16_000;
  const parts: Float32Array[] = [];
  for (let index = 0, length = 0; length < wanted; index++) {
    const clip = clips[index % clips.length] ?? silence(1000);
    const pause = silence(300 + ((index * 37) % 900));
    parts.push(clip, pause);
    length += clip.length + pause.length;
  }
  return joinSounds(...parts).subarray(0, wanted);
}
