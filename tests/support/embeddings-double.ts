import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type Loopback, sendJson, startLoopback } from './loopback.ts';

export const EMBEDDINGS_KEY = 'sk-embeddings-0123456789abcdef0123456789';
export const EMBEDDINGS_MODEL = 'test-embed';
const DIMENSIONS = 96;

/** How the server replies to a call instead of its default answer. */
export type EmbeddingsReply =
  | { kind: 'error'; status: number; body?: unknown; headers?: Record<string, string> }
  /** Breaks the connection, before the answer or in the middle. */
  | { kind: 'lost' }
  | { kind: 'cut' }
  /** Answers with this much, as far as it is taken. */
  | { kind: 'large'; bytes: number }
  | { kind: 'text'; text: string }
  /** Changes the answer that it would give. */
  | { kind: 'changed'; change: (answer: EmbeddingsAnswer) => unknown }
  /** Never replies. */
  | { kind: 'silent' };

export interface EmbeddingsAnswer {
  object: 'list';
  data: { object: 'embedding'; index: number; embedding: number[] }[];
  model: string;
  usage: { prompt_tokens: number; total_tokens: number };
}

export interface EmbeddingsDouble extends Loopback {
  /** What the operator enters as its address. */
  baseUrl: string;
  /** The texts of each call. */
  calls: string[][];
  /** Queues replies, one for each call; after them, the default answer returns. */
  reply(...replies: EmbeddingsReply[]): void;
  /** Resolves once this many calls have arrived. */
  arrived(count: number): Promise<void>;
}

export interface EmbeddingsDoubleOptions {
  /** The most characters of a text, and of all of a call together; more is refused as vLLM or OpenAI do. */
  mostCharacters?: number;
  mostTogether?: number;
}

const Call = z.strictObject({
  model: z.string(),
  input: z.array(z.string().min(1)).min(1).max(2048),
  encoding_format: z.literal('float'),
});

/** Speaks the wire format of OpenAI's embeddings call, for a model in which texts with the same words lie near each other. It requires the key. */
export async function startEmbeddingsDouble(
  options: EmbeddingsDoubleOptions = {},
): Promise<EmbeddingsDouble> {
  const replies: EmbeddingsReply[] = [];
  const calls: string[][] = [];
  const arrivals = new EventTarget();
  const loopback = await startLoopback(async ({ method, path, headers, body }, response) => {
    if (method !== 'POST' || path !== '/v1/embeddings') return refuse(response, 404, 'Not Found');
    if (headers.authorization !== `Bearer ${EMBEDDINGS_KEY}`)
      return refuse(response, 401, 'Incorrect API key provided', 'invalid_api_key');
    const { model, input } = Call.parse(body);
    if (model !== EMBEDDINGS_MODEL)
      return refuse(response, 404, `The model \`${model}\` does not exist`, 'model_not_found');
    calls.push(input);
    arrivals.dispatchEvent(new Event('call'));
    const refusal = refusalOf(input, options);
    if (refusal) return refuse(response, 400, refusal);
    await send(response, replies.shift(), answerTo(input, model));
  });
  return {
    ...loopback,
    baseUrl: `${loopback.url}/v1`,
    calls,
    reply: (...next) => void replies.push(...next),
    async arrived(count) {
      while (calls.length < count)
        await new Promise((resolve) => arrivals.addEventListener('call', resolve, { once: true }));
    },
  };
}

function refusalOf(input: readonly string[], options: EmbeddingsDoubleOptions): string | undefined {
  const { mostCharacters = Number.POSITIVE_INFINITY, mostTogether = Number.POSITIVE_INFINITY } = options;
  const together = input.reduce((sum, text) => sum + text.length, 0);
  if (input.some((text) => text.length > mostCharacters))
    return `This model's maximum context length is ${mostCharacters} tokens, however you requested ${together} tokens.`;
  return together > mostTogether
    ? `Requested ${together} tokens, max ${mostTogether} tokens per request`
    : undefined;
}

function refuse(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
}

async function send(
  response: ServerResponse,
  reply: EmbeddingsReply | undefined,
  answer: EmbeddingsAnswer,
): Promise<void> {
  switch (reply?.kind) {
    case 'silent':
      return;
    case 'lost':
      response.socket?.destroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(JSON.stringify(answer).slice(0, 200), () => response.socket?.destroy());
      return;
    case 'error':
      return sendJson(
        response,
        reply.status,
        reply.body ?? { error: { message: 'scripted' } },
        reply.headers,
      );
    case 'large':
      response.writeHead(200, { 'content-type': 'application/json' });
      // Whoever takes no more breaks the connection.
      return pipeline(Readable.from(zeros(reply.bytes)), response).catch(() => undefined);
    case 'text':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(reply.text);
      return;
    case 'changed':
      return sendJson(response, 200, reply.change(answer));
    default:
      sendJson(response, 200, answer);
  }
}

function* zeros(bytes: number): Generator<string> {
  yield '{"data":[{"index":0,"embedding":[0';
  for (let sent = 0; sent < bytes; sent += 64_000) yield ',0'.repeat(32_000);
  yield ']}]}';
}

function answerTo(input: readonly string[], model: string): EmbeddingsAnswer {
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    model,
    usage: { prompt_tokens: input.length, total_tokens: input.length },
  };
}

/** A number for each of the words, wherever they stand; not of length 1. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().split(/[\s.,?!]+/)) {
    const [place = 0, sign = 0] = createHash('md5').update(word).digest();
    vector[place % DIMENSIONS] = (vector[place % DIMENSIONS] ?? 0) + (sign % 2 === 0 ? 0.3 : 0.4);
  }
  return vector;
}
