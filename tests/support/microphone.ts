import { writeWav } from './speak.ts';

/** Writes what a browser's microphone is to hear, and answers the flags for it: the sound plays once from the moment in which a page begins to listen, then it is quiet. */
export async function microphoneArgs(path: string, samples: Float32Array): Promise<string[]> {
  await writeWav(path, samples);
  return [ALLOW_MICROPHONE, FAKE_MICROPHONE, `--use-file-for-fake-audio-capture=${path}%noloop`];
}

/** A microphone that beeps. */
export const FAKE_MICROPHONE = '--use-fake-device-for-media-stream';
/** Whoever asks for the microphone gets it. */
const ALLOW_MICROPHONE = '--use-fake-ui-for-media-stream';
