import { InferenceSession, Tensor } from 'onnxruntime-node';
import { modelPath } from './models.ts';
import { readPcm, SAMPLE_RATE } from './pcm.ts';
import { FRAME_SAMPLES } from './speech-regions.ts';

/** Silero v5 and v6 hear almost nothing without the 64 samples before each frame (speech.md, section 4). */
const CONTEXT_SAMPLES = 64;
const STATE_SIZE = 128;
/** A block is heard as so many streams at once, which takes less than half the time of one (speech.md, section 4). */
const STREAMS = 8;
/** Each stream first hears what comes before it, so that the network's memory has settled: 2 s. */
const WARM_UP_FRAMES = 62;

/** Silero v6 in this process. */
export interface VoiceDetector {
  /** For each 32 ms frame of [fromFrame, toFrame), how likely someone speaks: 0 to 255. */
  detect(pcmPath: string, fromFrame: number, toFrame: number): Promise<Uint8Array>;
}

/** Loads the model (about 50 ms). Rejects when the file is missing or damaged. */
export async function loadVoiceDetector(modelsDir: string): Promise<VoiceDetector> {
  const session = await InferenceSession.create(modelPath(modelsDir, 'voice-activity'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Its graph has unused initialisers, of which the runtime warns on every load.
    logSeverityLevel: 3,
  });
  return {
    async detect(pcmPath, fromFrame, toFrame) {
      const streamFrames = Math.ceil((toFrame - fromFrame) / STREAMS);
      const firstSample = (fromFrame - WARM_UP_FRAMES) * FRAME_SAMPLES - CONTEXT_SAMPLES;
      const lastSample = (fromFrame + streamFrames * STREAMS) * FRAME_SAMPLES;
      const samples = await readPcm(pcmPath, firstSample, lastSample);
      const probabilities = await hear(session, samples, streamFrames);
      return probabilities.subarray(0, toFrame - fromFrame);
    },
  };
}

/** `samples` starts with the context and warm-up of the first stream. */
async function hear(
  session: InferenceSession,
  samples: Float32Array,
  streamFrames: number,
): Promise<Uint8Array> {
  const probabilities = new Uint8Array(streamFrames * STREAMS);
  const width = CONTEXT_SAMPLES + FRAME_SAMPLES;
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), []);
  let state = new Tensor('float32', new Float32Array(2 * STREAMS * STATE_SIZE), [2, STREAMS, STATE_SIZE]);
  for (let step = 0; step < WARM_UP_FRAMES + streamFrames; step++) {
    const input = new Float32Array(STREAMS * width);
    for (let stream = 0; stream < STREAMS; stream++) {
      const start = (stream * streamFrames + step) * FRAME_SAMPLES;
      input.set(samples.subarray(start, start + width), stream * width);
    }
    const feeds = { input: new Tensor('float32', input, [STREAMS, width]), state, sr: rate };
    const { output, stateN } = await session.run(feeds);
    if (!output || !stateN) throw new Error('The voice activity model lacks its outputs');
    state = stateN as typeof state;
    if (step < WARM_UP_FRAMES) continue;
    for (let stream = 0; stream < STREAMS; stream++) {
      const probability = Number(output.data[stream]);
      probabilities[stream * streamFrames + step - WARM_UP_FRAMES] = Math.round(probability * 255);
    }
  }
  return probabilities;
}
