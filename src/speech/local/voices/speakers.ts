import type { SaidWord } from '../../engine.ts';
import { assignWords } from './assign.ts';
import { type DescribedWindow, findVoices } from './clusters.ts';
import type { Descriptions, RegionDescriptions } from './describe.ts';
import { VECTOR_SIZE } from './network.ts';
import { joinMoments } from './smooth.ts';
import { type Frames, LONG, SHORT, type WindowKind, windowsOf } from './windows.ts';

/**
 * The speaker of each word, numbered from 0, by what is known of the voices in the windows of these regions. `count` is how many speak,
 * if somebody knows.
 */
export function speakersByVoice(
  words: readonly SaidWord[],
  { regions, long, short }: RegionDescriptions & { regions: readonly Frames[] },
  count: number | null,
): number[] {
  const voices = findVoices(describedWindows(regions, LONG, long), count);
  return joinMoments(words, [...assignWords(words, describedWindows(regions, SHORT, short), voices)]);
}

function describedWindows(
  regions: readonly Frames[],
  kind: WindowKind,
  { vectors, frames }: Descriptions,
): DescribedWindow[] {
  return regions
    .flatMap((region) => windowsOf(region, kind))
    .map((window, index) => ({
      ...window,
      vector: vectors.subarray(index * VECTOR_SIZE, (index + 1) * VECTOR_SIZE),
      frames: frames[index] ?? 0,
    }));
}
