import { PICTURE_FILTER, PLAYABLE } from './playable.ts';
import { CAPTIONS_FILE, type ClipCut, FONTS_FOLDER } from './tool.ts';

/** Both encoders take these samples. */
export const CLIP_SOUND_FILTER = `aresample=${PLAYABLE.audioRate},aformat=sample_fmts=fltp:channel_layouts=stereo|mono`;

/** The picture of a clip, with its captions. The process runs in the folder of the captions, so that no path needs quoting. */
export function clipPictureFilter({ captionsFolder }: Pick<ClipCut, 'captionsFolder'>): string {
  // Before the captions, which are drawn into the picture at its final size.
  return captionsFolder === undefined
    ? PICTURE_FILTER
    : `${PICTURE_FILTER},ass=${CAPTIONS_FILE}:fontsdir=${FONTS_FOLDER},format=yuv420p`;
}
