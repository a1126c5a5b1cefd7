import { writeWav } from './speak.ts';

/** Writes the sound for a browser's microphone to a file and returns the flags that use it: the sound plays once, starting when a page begins to listen, followed by silence. */
export async function microphoneArgs(path: string, samples: Float32Array): Promise<string[]> {
  await writeWav(path, samples);
  return [ALLOW_MICROPHONE, FAKE_MICROPHONE, `--use-file-for-fake-audio-capture=${path}%noloop`];
}

/** The flag for a microphone that beeps. */
export const FAKE_MICROPHONE = '--use-fake-device-for-media-stream';
/** The flag that grants every page access to the microphone. */
const ALLOW_MICROPHONE = '--use-fake-ui-for-media-stream';
