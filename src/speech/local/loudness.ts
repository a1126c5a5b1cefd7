/** Samples of one frame of loudness: 32 ms. */
const FRAME = 512;
/** Nobody speaks where no sample is greater: three steps of 16-bit sound, which is more than dither has. */
const SILENCE = 1e-4;
/**
 * How loud the loud parts of a sound should be (root mean square; about -30 dB). What is louder stays as it is: the quietest of the real
 * recordings has 0.033. Telephone talk made 40 dB quieter has 46% word errors as it is and 13% when amplified, as it has at its own loudness.
 */
const LOUD_ENOUGH = 0.03;
/** 40 dB; what is quieter still is the noise of the machine rather than a voice. */
const MAX_GAIN = 100;
/** So many louder frames do not count: the slam of a door is no measure of the talk. */
const IGNORED_FRAMES = 9;

/** Whether the sound is nothing at all, as of a muted microphone, rather than a quiet room. */
export function isSilent(samples: Float32Array): boolean {
  for (let index = 0; index < samples.length; index++) {
    // Within the length, so a number: a default for undefined makes this loop, which ten hours go through, three times as slow.
    if (Math.abs(samples[index] as number) > SILENCE) return false;
  }
  return true;
}

/** Makes a quiet sound louder, in place, so that its loud parts are as loud as the models need; gives the same samples. */
export function amplifyQuiet(samples: Float32Array): Float32Array {
  const gain = Math.min(MAX_GAIN, LOUD_ENOUGH / levelOf(samples));
  if (gain <= 1) return samples;
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.max(-1, Math.min(1, (samples[index] ?? 0) * gain));
  }
  return samples;
}

/** Root mean square of the tenth-loudest 32 ms, or of the loudest quarter's last where the sound is shorter than 1.3 s. */
function levelOf(samples: Float32Array): number {
  const levels = new Float32Array(Math.ceil(samples.length / FRAME));
  for (let frame = 0; frame < levels.length; frame++) {
    const end = Math.min(samples.length, (frame + 1) * FRAME);
    let energy = 0;
    for (let index = frame * FRAME; index < end; index++) energy += (samples[index] ?? 0) ** 2;
    levels[frame] = Math.sqrt(energy / FRAME);
  }
  levels.sort();
  return levels.at(-1 - Math.min(IGNORED_FRAMES, Math.floor(levels.length / 4))) ?? 0;
}
