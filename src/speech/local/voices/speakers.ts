import type { SaidWord } from '../../engine.ts';
import { assignWords } from './assign.ts';
import { type DescribedWindow, findVoices } from './clusters.ts';
import type { Descriptions, RegionDescriptions } from './describe.ts';
import { VECTOR_SIZE } from './network.ts';
import { joinMoments } from './smooth.ts';
import { FRAME_MS, type Frames, type WindowKind, type WindowKinds, windowsOf } from './windows.ts';

/**
 * The speaker of each word, numbered from 0, by what is known of the voices in the windows of these regions. `count` is how many speak,
 * if somebody knows.
 */
export function speakersByVoice(
  words: readonly SaidWord[],
  { regions, kinds, long, short }: RegionDescriptions & { regions: readonly Frames[]; kinds: WindowKinds },
  count: number | null,
): number[] {
  const voices = findVoices(describedWindows(regions, kinds.long, long), count);
  return joinMoments(words, [...assignWords(words, describedWindows(regions, kinds.short, short), voices)]);
}

function describedWindows(
  regions: readonly Frames[],
  kind: WindowKind,
  { vectors, frames }: Descriptions,
): DescribedWindow[] {
  const windows = regions.flatMap((region) => {
    const own = windowsOf(region, kind);
    const seconds = ((region.to - region.from) * FRAME_MS) / 1000 / own.length;
    return own.map((window) => ({ ...window, seconds }));
  });
  return windows.map((window, index) => ({
    ...window,
    vector: vectors.subarray(index * VECTOR_SIZE, (index + 1) * VECTOR_SIZE),
    frames: frames[index] ?? 0,
  }));
}
