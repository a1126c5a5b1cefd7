import type { Audio } from '../engine.ts';
import { readPcm, SAMPLES_PER_MS } from '../local/pcm.ts';
import { FRAME_SAMPLES, findSpeech, type Span } from '../local/speech-regions.ts';

/** A minute at a time: 4 MB. */
const BLOCK_FRAMES = 1875;
/** Below this nobody is heard: 16-bit audio with a little noise. */
const SILENCE = 0.002;
/** A frame is loud if it is this many times as loud as the quiet tenth of its recording. */
const OVER_THE_QUIET = 3;

/** Where there is sound, when there is no memory for real voice activity detection: enough to cut between words. */
export async function findLoudParts({ pcmPath, durationMs }: Audio, signal: AbortSignal): Promise<Span[]> {
  const frames = Math.ceil((durationMs * SAMPLES_PER_MS) / FRAME_SAMPLES);
  const loudness = new Float32Array(frames);
  for (let first = 0; first < frames; first += BLOCK_FRAMES) {
    signal.throwIfAborted();
    const end = Math.min(frames, first + BLOCK_FRAMES);
    const samples = await readPcm(pcmPath, first * FRAME_SAMPLES, end * FRAME_SAMPLES);
    for (let frame = first; frame < end; frame++) {
      const from = (frame - first) * FRAME_SAMPLES;
      let energy = 0;
      for (let at = from; at < from + FRAME_SAMPLES; at++) energy += (samples[at] ?? 0) ** 2;
      loudness[frame] = Math.sqrt(energy / FRAME_SAMPLES);
    }
  }
  const sorted = loudness.toSorted();
  const quiet = sorted[Math.floor(frames / 10)] ?? 0;
  // Speech without any pause is not taken for noise: the loudest half is always sound.
  const median = sorted[Math.floor(frames / 2)] ?? 0;
  const limit = Math.max(SILENCE, Math.min(quiet * OVER_THE_QUIET, median));
  const probabilities = Uint8Array.from(loudness, (value) => (value >= limit ? 255 : 0));
  return findSpeech(probabilities, durationMs);
}
