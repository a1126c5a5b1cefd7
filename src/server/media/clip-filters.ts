import { PICTURE_FILTER, soundFilter } from './playable.ts';
import { COUNT_PICTURES, COUNT_SAMPLES } from './sound-clock.ts';
import { CAPTIONS_FILE, type ClipCut, FONTS_FOLDER } from './tool.ts';

/**
 * The sound of a clip, for one of our encoders.
 *
 * @param begin where the clip begins on the clock of what comes in, in seconds
 */
export function clipSoundFilter({ sound, startMs, endMs }: ClipCut, begin: number): string {
  if (sound.isBroken) {
    const part = `atrim=start=${startMs / 1000}:end=${endMs / 1000}`;
    return `${COUNT_SAMPLES},${part},${soundFilter('broken')}`;
  }
  // Its end is cut last: what comes after a hole says how long the hole is.
  const end = `atrim=end=${(endMs - startMs) / 1000}`;
  return `asetpts=PTS-${begin}/TB,atrim=start=0,${soundFilter('gaps')},${end}`;
}

/** The picture of a clip, with its captions. The process runs in the folder of the captions, so that no path needs quoting. */
export function clipPictureFilter(cut: ClipCut, begin: number): string {
  const part = cut.sound.isBroken
    ? `${COUNT_PICTURES},trim=start=${cut.startMs / 1000}:end=${cut.endMs / 1000},setpts=PTS-STARTPTS`
    : `setpts=PTS-${begin}/TB,trim=start=0:end=${(cut.endMs - cut.startMs) / 1000}`;
  // Before the captions, which are drawn into the picture at its final size.
  return cut.captionsFolder === undefined
    ? `${part},${PICTURE_FILTER}`
    : `${part},${PICTURE_FILTER},ass=${CAPTIONS_FILE}:fontsdir=${FONTS_FOLDER},format=yuv420p`;
}
