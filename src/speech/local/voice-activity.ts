import { InferenceSession, Tensor } from '#fetched/onnxruntime-node/dist/index.js';
import { amplifyQuiet, isSilentSound } from './loudness.ts';
import { modelPath } from './models.ts';
import { readPcm, SAMPLE_RATE } from './pcm.ts';
import { FRAME_SAMPLES } from './speech-regions.ts';

/** Silero v5 and v6 detect almost nothing without the 64 samples before each frame (decision 010). */
const CONTEXT_SAMPLES = 64;
const STATE_SIZE = 128;
/** A block is processed as this many parallel streams, which takes less than half the time of one (decision 010). */
const STREAMS = 8;
/** Each stream first processes the preceding 2 s, so that the network's state has settled. */
const WARM_UP_FRAMES = 62;

/** Silero v6 in this process. */
export interface VoiceDetector {
  /** The speech probability of each 32 ms frame of [fromFrame, toFrame): 0 to 255. */
  detect(pcmPath: string, fromFrame: number, toFrame: number): Promise<Uint8Array>;
  /** Frees its memory; it cannot be used any more. */
  release(): Promise<void>;
}

/** Loads the model (about 50 ms). Rejects if the file is missing or damaged. */
export async function loadVoiceDetector(modelsDir: string): Promise<VoiceDetector> {
  const session = await InferenceSession.create(modelPath(modelsDir, 'voice-activity'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its graph has unused initializers, about which the runtime warns on every load.
    logSeverityLevel: 3,
  });
  return {
    release: () => session.release(),
    async detect(pcmPath, fromFrame, toFrame) {
      const firstFrame = fromFrame - WARM_UP_FRAMES;
      const firstSample = firstFrame * FRAME_SAMPLES - CONTEXT_SAMPLES;
      const samples = await readPcm(pcmPath, firstSample, toFrame * FRAME_SAMPLES);
      const frames = framesToHear(samples.subarray(CONTEXT_SAMPLES), WARM_UP_FRAMES);
      const detected =
        frames.length > 0 ? await speechProbabilities(session, amplifyQuiet(samples), frames) : [];
      const probabilities = new Uint8Array(toFrame - fromFrame);
      detected.forEach((probability, index) => {
        probabilities[(frames[WARM_UP_FRAMES + index] ?? 0) - WARM_UP_FRAMES] = probability;
      });
      return probabilities;
    },
  };
}

/**
 * The numbers of the frames that the network has to process, in order; none if there is no sound after the first `warmUp` ones.
 * Of a longer digital silence only its last `warmUp` frames are processed, as if the pause were no longer: that is enough for the
 * network's state to settle before sound comes.
 */
export function framesToHear(samples: Float32Array, warmUp: number): number[] {
  const frames: number[] = [];
  let nextSound = Number.POSITIVE_INFINITY;
  for (let frame = Math.ceil(samples.length / FRAME_SAMPLES) - 1; frame >= 0; frame--) {
    if (frame < warmUp) {
      if (frames.length > 0) frames.push(frame);
      continue;
    }
    if (!isSilentSound(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)))
      nextSound = frame;
    if (nextSound - frame <= warmUp) frames.push(frame);
  }
  return frames.reverse();
}

/**
 * The speech probability of each frame except the first 62, which only warm up the network. `samples` starts with the context of
 * frame 0.
 */
async function speechProbabilities(
  session: InferenceSession,
  samples: Float32Array,
  frames: readonly number[],
): Promise<Uint8Array> {
  const probabilities = new Uint8Array(frames.length - WARM_UP_FRAMES);
  const streamFrames = Math.ceil(probabilities.length / STREAMS);
  const width = CONTEXT_SAMPLES + FRAME_SAMPLES;
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  let state = new Tensor('float32', new Float32Array(2 * STREAMS * STATE_SIZE), [2, STREAMS, STATE_SIZE]);
  for (let step = 0; step < WARM_UP_FRAMES + streamFrames; step++) {
    const input = new Float32Array(STREAMS * width);
    for (let stream = 0; stream < STREAMS; stream++) {
      const frame = frames[stream * streamFrames + step];
      // The last streams may have fewer frames.
      if (frame === undefined) continue;
      const start = frame * FRAME_SAMPLES;
      input.set(samples.subarray(start, start + width), stream * width);
    }
    const feeds = { input: new Tensor('float32', input, [STREAMS, width]), state, sr: rate };
    const { output, stateN } = await session.run(feeds);
    if (!output || !stateN) throw new Error('The voice activity model lacks its outputs');
    state = stateN as typeof state;
    if (step < WARM_UP_FRAMES) continue;
    for (let stream = 0; stream < STREAMS; stream++) {
      const index = stream * streamFrames + step - WARM_UP_FRAMES;
      if (index < probabilities.length) probabilities[index] = Math.round(Number(output.data[stream]) * 255);
    }
  }
  return probabilities;
}
