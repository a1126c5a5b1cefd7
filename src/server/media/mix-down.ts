/** In frames at 16 kHz: a fifth of a second, for each of which is decided what is heard, and a hundredth, in which that changes. */
const [BLOCK, FADE] = [3200, 160];
/** Energy: -20 dB against the louder channel. */
const LOST = 0.01;
const MIXED = [0.5, 0.5] as const;

/**
 * Mixes two channels to one. Where one cancels the other (a microphone wired the wrong way round), so that the mix has lost more than
 * 20 dB against the louder channel, that channel is heard instead.
 *
 * Takes pieces of any length: 32-bit floats, left and right in turn. `end` gives what is left.
 */
export function createMixer(): {
  mix(piece: Float32Array): Float32Array;
  end(): Float32Array;
} {
  const block = new Float32Array(2 * BLOCK);
  let filled = 0;
  let before: readonly [number, number] = MIXED;

  const mixBlock = (sound: Float32Array, target: Float32Array) => {
    const gains = gainsFor(sound);
    for (let frame = 0; frame < target.length; frame += 1) {
      const part = Math.min(1, (frame + 1) / FADE);
      const left = before[0] + (gains[0] - before[0]) * part;
      const right = before[1] + (gains[1] - before[1]) * part;
      target[frame] = left * (sound[2 * frame] ?? 0) + right * (sound[2 * frame + 1] ?? 0);
    }
    before = gains;
  };
  return {
    mix: (piece) => {
      const mixed = new Float32Array(BLOCK * Math.floor((filled + piece.length) / block.length));
      let done = 0;
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + block.length - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < block.length) continue;
        mixBlock(block, mixed.subarray(done, done + BLOCK));
        done += BLOCK;
        filled = 0;
      }
      return mixed;
    },
    end: () => {
      const mixed = new Float32Array(filled >> 1);
      mixBlock(block.subarray(0, filled), mixed);
      filled = 0;
      return mixed;
    },
  };
}

function gainsFor(sound: Float32Array): readonly [number, number] {
  let [left, right, both] = [0, 0, 0];
  for (let at = 0; at + 1 < sound.length; at += 2) {
    const [l, r] = [sound[at] ?? 0, sound[at + 1] ?? 0];
    left += l * l;
    right += r * r;
    both += (l + r) * (l + r) * 0.25;
  }
  if (both >= LOST * Math.max(left, right)) return MIXED;
  return left >= right ? [1, 0] : [0, 1];
}

/** What counts as silence, in decibels below the loudest that a recording can hold. */
export const SILENCE_DB = -54;
const SILENCE = 10 ** (SILENCE_DB / 20);

/** Whether any of these samples is heard. */
export function holdsSound(samples: Float32Array): boolean {
  for (const sample of samples) if (Math.abs(sample) > SILENCE) return true;
  return false;
}
