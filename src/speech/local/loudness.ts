/** Samples per frame of loudness: 32 ms. */
const FRAME = 512;
/** If no sample exceeds this, nobody is speaking: three steps of 16-bit audio, more than dither. */
const SILENCE = 1e-4;
/**
 * The target loudness of the loud parts (root mean square; about -30 dB). Louder audio is left alone: the quietest of the real
 * recordings has 0.033. Telephone speech attenuated by 40 dB has 46% word errors as it is and 13% when amplified, the same as at
 * its original loudness.
 */
const LOUD_ENOUGH = 0.03;
/** 40 dB; anything quieter is noise of the equipment rather than a voice. */
const MAX_GAIN = 100;
/** This many louder frames are ignored: a slammed door is no measure of speech. */
const IGNORED_FRAMES = 9;

/** Whether the audio is digital silence, as from a muted microphone, rather than a quiet room. */
export function isSilentSound(samples: Float32Array): boolean {
  for (let index = 0; index < samples.length; index++) {
    // In bounds, so it is a number: a default for undefined would make this loop, which runs over ten hours of audio, three times
    // as slow.
    if (Math.abs(samples[index] as number) > SILENCE) return false;
  }
  return true;
}

/** Amplifies quiet audio in place, so that its loud parts are as loud as the models need; returns the same samples. */
export function amplifyQuiet(samples: Float32Array): Float32Array {
  const gain = Math.min(MAX_GAIN, LOUD_ENOUGH / levelOf(samples));
  if (gain <= 1) return samples;
  for (let index = 0; index < samples.length; index++) {
    samples[index] = Math.max(-1, Math.min(1, (samples[index] ?? 0) * gain));
  }
  return samples;
}

/** Root mean square of the tenth-loudest 32 ms, or, for audio shorter than 1.3 s, of the last in the loudest quarter. */
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
