import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from '#fetched/onnxruntime-node/dist/index.js';
import { headScores, LAYERS } from './attention.ts';
import { modelPath } from './models.ts';
import { addAttentionOutputs, attentionOutput } from './onnx-patch.ts';
import { SAMPLE_RATE } from './pcm.ts';
import { repeatedTail } from './plausibility.ts';
import { BEGIN_TOKEN, END_TOKEN } from './vocabulary.ts';

const DECODER_LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 36;
const VOCABULARY = 32_768;
/** The encoder's first frame covers 895 samples; it throws on fewer (decision 010). */
const MIN_SAMPLES = 895;
/**
 * Speech has 2.4 to 6.5 tokens per second, the most in short pieces of telephone speech, which a limit of 6.5 alone cut short.
 * Moonshine's own code stops at 6 per second.
 */
const MAX_TOKENS_PER_SECOND = 6.5;
const SPARE_TOKENS = 8;

/** What the model wrote for one piece of audio. */
export interface Recognized {
  tokens: number[];
  /** Probability of each token, 0 to 1. */
  probabilities: number[];
  /** For each token, the attention to each 24 ms frame of the audio while writing it (mean z-score of the best heads). */
  attention: Float32Array[];
  /** Tokens cut from the end because they only repeated the previous ones in a loop. */
  loopedTokens: number;
}

/** Moonshine tiny English: encoder and merged decoder in this process. */
export interface Recognizer {
  /**
   * Recognizes several pieces of audio (16 kHz samples) together; similar lengths are fastest, shorter ones are padded with
   * silence.
   */
  recognize(sounds: readonly Float32Array[]): Promise<Recognized[]>;
  /** Frees its memory; it cannot be used any more. */
  release(): Promise<void>;
}

/**
 * Loads the models (about a second, 300 MB); lean: memory used by one run is freed, not kept for the next. Rejects if a file is
 * missing or damaged.
 */
export async function loadRecognizer(modelsDir: string, { isLean = false } = {}): Promise<Recognizer> {
  const options = { ...sessionOptions, enableCpuMemArena: !isLean };
  const [encoderFile, decoderFile] = await Promise.all([
    readFile(modelPath(modelsDir, 'encoder')),
    readFile(modelPath(modelsDir, 'decoder')),
  ]);
  const encoder = await InferenceSession.create(encoderFile, options);
  const decoder = await InferenceSession.create(addAttentionOutputs(decoderFile, LAYERS), options);
  return {
    release: async () => {
      await Promise.all([encoder.release(), decoder.release()]);
    },
    async recognize(sounds) {
      const { last_hidden_state: encoded } = await encoder.run({ input_values: padded(sounds) });
      if (!encoded) throw new Error('The encoder model has no output last_hidden_state');
      return await decode(decoder, encoded, sounds);
    },
  };
}

/**
 * The number of 24 ms frames that the encoder makes of this many samples (convolutions 127/64, 7/3 and 3/2 of the Moonshine
 * paper).
 */
function frameCount(samples: number): number {
  const first = Math.floor((Math.max(samples, MIN_SAMPLES) - 127) / 64) + 1;
  const second = Math.floor((first - 7) / 3) + 1;
  return Math.floor((second - 3) / 2) + 1;
}

const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // Without it, every token dequantizes a 288 x 32768 matrix again: 37% of the time (decision 010).
  extra: { session: { disable_quant_qdq: '1' } },
};

interface Line extends Recognized {
  frames: number;
  tokenLimit: number;
  isDone: boolean;
}

async function decode(
  decoder: InferenceSession,
  encoded: Tensor,
  sounds: readonly Float32Array[],
): Promise<Recognized[]> {
  const lines = sounds.map(newLine);
  let active = lines;
  let state: Cache = { ...emptyCache(), encoder_hidden_states: encoded };
  let input = lines.map(() => BEGIN_TOKEN);
  for (let step = 0; active.some((line) => !line.isDone); step++) {
    const feeds = {
      input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [active.length, 1]),
      use_cache_branch: new Tensor('bool', [step > 0], [1]),
      ...state,
    };
    const outputs = await decoder.run(feeds, step === 0 ? FIRST_OUTPUTS : LATER_OUTPUTS);
    const tokens = readStep(active, outputs);
    const rows = [...active.keys()].filter((row) => active[row]?.isDone === false);
    input = rows.map((row) => tokens[row] ?? END_TOKEN);
    state = keepRows(nextCache(state, outputs), rows, active.length);
    active = active.filter((line) => !line.isDone);
  }
  return lines;
}

/** Extends each line by its most likely token and returns the decoder's next input. */
function readStep(active: readonly Line[], outputs: InferenceSession.OnnxValueMapType): number[] {
  const logits = floats(outputs, 'logits');
  const attention = LAYERS.map((layer) => floats(outputs, attentionOutput(layer)));
  const frames = outputs[attentionOutput(LAYERS[0])]?.dims.at(-1) ?? 0;
  return active.map((line, row) => {
    if (line.isDone) return END_TOKEN;
    const choice = mostLikely(logits.subarray(row * VOCABULARY, (row + 1) * VOCABULARY));
    return extend(line, choice, () => headScores(attention, { row, frames, usedFrames: line.frames }));
  });
}

/** Drops finished lines from the batch: copying the rest once costs less than one step with them. */
function keepRows(state: Cache, rows: readonly number[], count: number): Cache {
  if (rows.length === count) return state;
  const kept = Object.entries(state).map(([name, tensor]) => {
    const { data, dims } = tensor;
    if (!(data instanceof Float32Array)) throw new Error(`${name} is not a float tensor`);
    const size = data.length / count;
    const picked = new Float32Array(size * rows.length);
    rows.forEach((row, index) => {
      picked.set(data.subarray(row * size, (row + 1) * size), index * size);
    });
    return [name, new Tensor('float32', picked, [rows.length, ...dims.slice(1)])] as const;
  });
  return Object.fromEntries(kept);
}

function newLine(sound: Float32Array): Line {
  const tokenLimit = Math.floor((sound.length / SAMPLE_RATE) * MAX_TOKENS_PER_SECOND) + SPARE_TOKENS;
  const isDone = sound.length === 0;
  return {
    tokens: [],
    probabilities: [],
    attention: [],
    loopedTokens: 0,
    frames: frameCount(sound.length),
    tokenLimit,
    isDone,
  };
}

/** Adds the chosen token to the line and returns the decoder's next input. */
function extend(
  line: Line,
  choice: { token: number; probability: number },
  scores: () => Float32Array,
): number {
  if (choice.token === END_TOKEN) {
    line.isDone = true;
    return END_TOKEN;
  }
  line.tokens.push(choice.token);
  line.probabilities.push(choice.probability);
  line.attention.push(scores());
  line.loopedTokens = repeatedTail(line.tokens);
  if (line.loopedTokens === 0 && line.tokens.length < line.tokenLimit) return choice.token;
  const kept = line.tokens.length - line.loopedTokens;
  for (const list of [line.tokens, line.probabilities, line.attention]) list.length = kept;
  line.isDone = true;
  return END_TOKEN;
}

function mostLikely(logits: Float32Array): { token: number; probability: number } {
  let token = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < logits.length; index++) {
    // In bounds, so it is a number: a default for undefined would make these loops, with 32,768 steps per token, twice as slow.
    const value = logits[index] as number;
    if (value > highest) {
      highest = value;
      token = index;
    }
  }
  // Terms below e^-16 of the largest cannot change the sum by 0.4% even all together.
  const floor = highest - 16;
  let sum = 0;
  for (let index = 0; index < logits.length; index++) {
    const value = logits[index] as number;
    if (value > floor) sum += Math.exp(value - highest);
  }
  return { token, probability: sum > 0 ? 1 / sum : 0 };
}

type Cache = Record<string, Tensor>;

const CACHED = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'] as const;
const ALL_KEYS = Array.from({ length: DECODER_LAYERS }, (_, layer) =>
  CACHED.map((part) => `${layer}.${part}`),
).flat();
const GROWING_KEYS = ALL_KEYS.filter((key) => key.includes('.decoder.'));
const ATTENTION_OUTPUTS = LAYERS.map(attentionOutput);
const FIRST_OUTPUTS = ['logits', ...ATTENTION_OUTPUTS, ...ALL_KEYS.map((key) => `present.${key}`)];
const LATER_OUTPUTS = ['logits', ...ATTENTION_OUTPUTS, ...GROWING_KEYS.map((key) => `present.${key}`)];

function emptyCache(): Cache {
  const nothing = () => new Tensor('float32', new Float32Array(), [0, HEADS, 1, HEAD_SIZE]);
  return Object.fromEntries(ALL_KEYS.map((key) => [`past_key_values.${key}`, nothing()]));
}

/** The audio's keys and values stay those of the first step; later steps do not output them. */
function nextCache(cache: Cache, outputs: InferenceSession.OnnxValueMapType): Cache {
  const fresh = ALL_KEYS.flatMap((key) => {
    const tensor = outputs[`present.${key}`];
    return tensor ? [[`past_key_values.${key}`, tensor] as const] : [];
  });
  return { ...cache, ...Object.fromEntries(fresh) };
}

function floats(outputs: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The decoder model has no output ${name}`);
  return data;
}

function padded(sounds: readonly Float32Array[]): Tensor {
  const width = Math.max(MIN_SAMPLES, ...sounds.map((sound) => sound.length));
  const batch = new Float32Array(width * sounds.length);
  sounds.forEach((sound, row) => {
    batch.set(sound, row * width);
  });
  return new Tensor('float32', batch, [sounds.length, width]);
}
