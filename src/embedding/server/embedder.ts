import { withPatience } from '#speech/patience.ts';
import { problemOfAnswer, saidOf } from '#speech/server/problem.ts';
import type { SendCall, ServerAnswer } from '#speech/server/transport.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { countedText, type Embedder } from '../embedder.ts';
import { type GroupLimits, groupsOf } from '../groups.ts';
import { toEmbeddingError } from './errors.ts';
import { MAX_DIMENSIONS, readVectors } from './read-vectors.ts';

export interface ServerEmbedderOptions {
  /** Up to '/v1'. */
  baseUrl: string;
  /** Vectors of different models say nothing about each other, so there is no default. */
  model: string;
  /** Local servers need none. */
  apiKey?: string | undefined;
  send: SendCall;
  /** Replaces the waits before each retry in tests. */
  waitsMs?: readonly number[];
  /** Replaces the waits while a server loads its model. */
  loadingMs?: readonly number[];
  /** Replaces the time limit of an answer. */
  answerMs?: number;
}

const WAITS_MS = [1000, 3000, 9000];
/** A minute in total. */
const LOADING_MS = [2000, 3000, 5000, 10_000, 10_000, 10_000, 10_000, 10_000];
/** A machine without a graphics card may need a second for each text. */
const ANSWER_MS = 120_000;
/** The digits of a number, its sign, exponent and comma. */
const NUMBER_BYTES = 28;
const ANSWER_BYTES = 64_000;
/** A shorter text is not cut any further for a server that finds it too long. */
const LEAST_CUT = 200;
/** How servers say that texts are too long or too many, some with the status of a failure: llama.cpp, vLLM, OpenAI, text-embeddings-inference. */
const TOO_LONG =
  /too (large|long)|context (length|window)|maximum (input|context|sequence|allowed batch)|max(imum)? (\d+ )?tokens/i;
const KEY = /^[\x21-\x7e]{1,4096}$/;
/** OpenAI takes 2,048 texts and 300,000 tokens, but servers on ordinary machines do not answer so many in time. */
const BATCH: GroupLimits = { texts: 32, characters: 60_000 };
const PROBE = 'Hello';

/** Any server with OpenAI's embeddings: Ollama, llama.cpp, vLLM, text-embeddings-inference, OpenAI. */
export function createServerEmbedder(options: ServerEmbedderOptions): Embedder {
  const closing = new AbortController();
  let dimensions: number | null = null;

  /** The vectors of texts that are not empty. What the server finds too long is sent in halves. */
  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    try {
      const waiting = { waitsMs: options.waitsMs ?? WAITS_MS, loadingMs: options.loadingMs ?? LOADING_MS };
      const vectors = await withPatience({ ...waiting, signal }, async () =>
        readVectors(await post(options, texts, signal), { count: texts.length, dimensions }),
      );
      dimensions ??= vectors[0]?.length ?? null;
      return vectors;
    } catch (error) {
      const smaller = isTooLarge(error) ? halvesOf(texts) : [];
      if (smaller.length === 0) throw error;
      const parts: Float32Array[] = [];
      for (const part of smaller) parts.push(...(await ask(part, signal)));
      return parts;
    }
  }

  async function embedAll(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const isBlank = texts.map((text) => text.trim() === '');
    // Zeros need a size.
    if (dimensions === null && isBlank.includes(true)) await ask([PROBE], signal);
    const vectors: Float32Array[] = [];
    for (const batch of groupsOf(
      texts.filter((_, index) => !isBlank[index]),
      BATCH,
    ))
      vectors.push(...(await ask(batch, signal)));
    const next = vectors.values();
    return isBlank.map((blank) => (blank ? null : next.next().value) ?? new Float32Array(dimensions ?? 0));
  }

  async function guarded<Result>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const both = AbortSignal.any([signal, closing.signal]);
    both.throwIfAborted();
    try {
      return await work(both);
    } catch (error) {
      both.throwIfAborted();
      throw toEmbeddingError(error);
    }
  }

  return {
    name: 'server',
    version: options.model,
    get dimensions() {
      return dimensions;
    },
    languages: null,
    check: (signal) => guarded(signal, async (both) => void (await ask([PROBE], both))),
    embed: (texts, signal) => guarded(signal, (both) => embedAll(texts.map(countedText), both)),
    close: async () => closing.abort(new Error('The embedder was closed')),
  };
}

async function post(
  { baseUrl, model, apiKey, send, answerMs = ANSWER_MS }: ServerEmbedderOptions,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  // An error about a key that no header can carry might quote it.
  if (apiKey !== undefined && !KEY.test(apiKey)) throw new SpeechError({ code: 'key_rejected' });
  const body = Buffer.from(JSON.stringify({ model, input: texts, encoding_format: 'float' }));
  const answer = await send(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: {
      sizeBytes: body.length,
      bytes: async function* () {
        yield body;
      },
    },
    maxBytes: ANSWER_BYTES + texts.length * MAX_DIMENSIONS * NUMBER_BYTES,
    idleMs: answerMs,
    totalMs: answerMs,
    signal,
  });
  if (answer.status >= 200 && answer.status < 300) return answer.text;
  throw refusalOf(answer);
}

function refusalOf(answer: ServerAnswer): SpeechError {
  const problem = problemOfAnswer(answer);
  const isTooLong = problem.code === 'failed' && TOO_LONG.test(saidOf(answer.text));
  return new SpeechError(isTooLong ? { code: 'too_large' } : problem, answer.status);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof SpeechError && error.problem.code === 'too_large';
}

/** Fewer texts at once, or the first half of a single one; nothing if that is short. */
function halvesOf(texts: readonly string[]): string[][] {
  const half = Math.ceil(texts.length / 2);
  if (texts.length > 1) return [texts.slice(0, half), texts.slice(half)];
  const [text = ''] = texts;
  return text.length > LEAST_CUT ? [[text.slice(0, text.length / 2).toWellFormed()]] : [];
}
