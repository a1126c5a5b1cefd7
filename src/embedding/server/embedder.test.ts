import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts';
import { sendThrough } from '#server/speech-servers/send-call.ts';
import {
  EMBEDDINGS_KEY,
  EMBEDDINGS_MODEL,
  type EmbeddingsDouble,
  type EmbeddingsDoubleOptions,
  type EmbeddingsReply,
  startEmbeddingsDouble,
} from '#tests/support/embeddings-double.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { describeEmbedder } from '../embedder.compliance.ts';
import type { Embedder } from '../embedder.ts';
import { EmbedderUnavailable, EmbeddingFailed } from '../embedding-error.ts';
import { createServerEmbedder, type ServerEmbedderOptions } from './embedder.ts';

const never = new AbortController().signal;
/** The last try is in it. */
const TRIES = 4;
const HASTY = { waitsMs: [1, 2, 3], loadingMs: [1, 2, 3] };

let shared: EmbeddingsDouble;
const outbounds: Outbound[] = [];
beforeAll(async () => {
  shared = await startEmbeddingsDouble();
});
afterAll(async () => {
  for (const outbound of outbounds) await outbound.close();
  await shared.close();
});

function embedderOf(double: EmbeddingsDouble, options: Partial<ServerEmbedderOptions> = {}): Embedder {
  const outbound = createOutbound({ allow: [new URL(double.url).host] });
  outbounds.push(outbound);
  return createServerEmbedder({
    baseUrl: double.baseUrl,
    model: EMBEDDINGS_MODEL,
    apiKey: EMBEDDINGS_KEY,
    send: sendThrough(outbound),
    ...HASTY,
    ...options,
  });
}

/** A double for one test, and an embedder that uses it. */
async function withDouble(options: Partial<ServerEmbedderOptions> & EmbeddingsDoubleOptions = {}) {
  const { mostCharacters, mostTogether, ...others } = options;
  const double = await startEmbeddingsDouble({
    ...(mostCharacters && { mostCharacters }),
    ...(mostTogether && { mostTogether }),
  });
  onTestFinished(() => double.close());
  return { double, embedder: embedderOf(double, others) };
}

/** The error with which a call fails; the key and the text are in nothing of it. */
async function errorOf(call: Promise<unknown>): Promise<EmbedderUnavailable | EmbeddingFailed> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof EmbedderUnavailable || error instanceof EmbeddingFailed))
    throw new Error(`Another error: ${String(error)}`, { cause: error });
  const told = `${error.message} ${JSON.stringify(error)} ${String(error.cause)} ${JSON.stringify(error.cause)}`;
  expect(told).not.toContain(EMBEDDINGS_KEY);
  expect(told).not.toContain('museum');
  return error;
}

describeEmbedder(() => embedderOf(shared));

it('sends what OpenAI expects, some texts at a time, and nothing that is blank', async () => {
  const { double, embedder } = await withDouble();
  const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`);
  expect(await embedder.embed(['', ...texts, ' '], never)).toHaveLength(72);
  expect(double.calls.map(({ length }) => length)).toEqual([1, 32, 32, 6]);
  expect(double.calls.slice(1).flat()).toEqual(texts);
});

it('needs no key, and no exact address', async () => {
  const seen: unknown[] = [];
  const local = await startLoopback(({ path, headers }, response) => {
    seen.push([path, headers.authorization]);
    response.end(JSON.stringify({ data: [{ embedding: [3, 4] }] }));
  });
  onTestFinished(() => local.close());
  const open = { ...local, baseUrl: `${local.url}/v1/` } as EmbeddingsDouble;
  const embedder = embedderOf(open, { apiKey: undefined });
  const [vector] = await embedder.embed(['word'], never);
  expect([...(vector ?? [])].map((value) => value.toFixed(3))).toEqual(['0.600', '0.800']);
  expect(seen).toEqual([['/v1/embeddings', undefined]]);
});

it('puts vectors in the order of their numbers', async () => {
  const { double, embedder } = await withDouble();
  const expected = await embedder.embed(['one', 'two', 'three'], never);
  double.reply({ kind: 'changed', change: (answer) => ({ ...answer, data: answer.data.toReversed() }) });
  expect(await embedder.embed(['one', 'two', 'three'], never)).toEqual(expected);
});

describe('an answer', () => {
  const changed = (change: (vector: number[]) => unknown[]): EmbeddingsReply => ({
    kind: 'changed',
    change: (answer) => ({
      ...answer,
      data: answer.data.map((each) => ({ ...each, embedding: change(each.embedding) })),
    }),
  });

  it.each<[string, EmbeddingsReply]>([
    ['with fewer vectors', { kind: 'changed', change: (all) => ({ ...all, data: all.data.slice(1) }) }],
    [
      'with more vectors',
      { kind: 'changed', change: (all) => ({ ...all, data: [...all.data, ...all.data] }) },
    ],
    [
      'with a number twice',
      {
        kind: 'changed',
        change: (all) => ({ ...all, data: all.data.map((each) => ({ ...each, index: 0 })) }),
      },
    ],
    [
      'with a number too large',
      {
        kind: 'changed',
        change: (all) => ({ ...all, data: all.data.map((each) => ({ ...each, index: each.index + 1 })) }),
      },
    ],
    [
      'with vectors of different sizes',
      {
        kind: 'changed',
        change: (all) => ({
          ...all,
          data: all.data.map((each, at) => ({ ...each, embedding: each.embedding.slice(at) })),
        }),
      },
    ],
    ['with no numbers', changed((vector) => vector.map(() => null))],
    ['with texts for numbers', changed((vector) => vector.map(String))],
    ['with zeros', changed((vector) => vector.map(() => 0))],
    [
      'with numbers beyond all bounds',
      { kind: 'text', text: '{"data":[{"embedding":[1e999,1]},{"embedding":[1,1e999]}]}' },
    ],
    ['with vectors without numbers', changed(() => [])],
    ['with far too many numbers', changed(() => Array.from({ length: 9000 }, () => 1))],
    [
      'in base64',
      {
        kind: 'changed',
        change: (all) => ({ ...all, data: all.data.map((each) => ({ ...each, embedding: 'AACAPw==' })) }),
      },
    ],
    ['with a million vectors', { kind: 'text', text: `{"data":[${'0,'.repeat(1_000_000)}0]}` }],
    ['of other things', { kind: 'text', text: '{"data":[0,{}]}' }],
    ['that is a page', { kind: 'text', text: '<!doctype html><title>Welcome</title>' }],
    ['that is nothing', { kind: 'text', text: '' }],
    ['of 200 MB', { kind: 'large', bytes: 200_000_000 }],
  ])('%s is refused, and not asked for again', async (_, reply) => {
    const { double, embedder } = await withDouble();
    double.reply(reply);
    const error = await errorOf(embedder.embed(['The museum is open.', 'It is closed.'], never));
    expect(error).toMatchObject({ name: 'EmbeddingFailed', reason: 'bad_answer' });
    expect(double.calls).toHaveLength(1);
    expect(await embedder.embed(['word'], never)).toHaveLength(1);
  });

  it('with vectors of another size than before is refused', async () => {
    const { double, embedder } = await withDouble();
    await embedder.embed(['word'], never);
    double.reply(changed((vector) => vector.slice(1)));
    expect(await errorOf(embedder.embed(['word'], never))).toMatchObject({ reason: 'bad_answer' });
  });
});

describe('a server that does not answer as it should', () => {
  it.each<[string, EmbeddingsReply]>([
    ['limits the rate', { kind: 'error', status: 429, headers: { 'retry-after': '0' } }],
    ['loads its model', { kind: 'error', status: 503 }],
    ['fails', { kind: 'error', status: 500 }],
    ['is behind a proxy that finds nothing', { kind: 'error', status: 502 }],
    ['breaks the connection', { kind: 'lost' }],
    ['breaks the connection in its answer', { kind: 'cut' }],
  ])('and %s is asked again', async (_, reply) => {
    const { double, embedder } = await withDouble();
    double.reply(reply, reply);
    expect(await embedder.embed(['word'], never)).toHaveLength(1);
    expect(double.calls).toHaveLength(3);
  });

  it('in the end is no longer asked', async () => {
    const { double, embedder } = await withDouble();
    double.reply(...Array.from({ length: TRIES }, (): EmbeddingsReply => ({ kind: 'lost' })));
    const error = await errorOf(embedder.embed(['The museum is open.'], never));
    expect(error).toMatchObject({ name: 'EmbeddingFailed', reason: 'unreachable' });
    expect(double.calls).toHaveLength(TRIES);
  });

  it('and is silent is asked once more, then no longer', async () => {
    const { double, embedder } = await withDouble({ answerMs: 50 });
    double.reply({ kind: 'silent' }, { kind: 'silent' });
    expect(await errorOf(embedder.embed(['word'], never))).toMatchObject({ reason: 'unreachable' });
    expect(double.calls).toHaveLength(2);
  });

  it.each([
    [401, {}, 'key_rejected'],
    [402, {}, 'no_credit'],
    [404, { error: { message: 'model "x" not found, try pulling it first' } }, 'unknown_model'],
    [307, {}, 'wrong_address'],
  ])('and says %i %j is unavailable: %s', async (status, body, reason) => {
    const { double, embedder } = await withDouble();
    double.reply({ kind: 'error', status, body, headers: { location: '/v1/other' } });
    const error = await errorOf(embedder.check(never));
    expect(error).toMatchObject({ name: 'EmbedderUnavailable', reason });
    expect(double.calls).toHaveLength(1);
    expect(double.requests).toHaveLength(1);
  });

  it.each([
    ['another path', { baseUrl: 'other' }, 'wrong_address'],
    ['another key', { apiKey: 'sk-other' }, 'key_rejected'],
    ['a key that no header can carry', { apiKey: 'sk other\n' }, 'key_rejected'],
    ['another model', { model: 'other' }, 'unknown_model'],
  ])('because it was given %s is unavailable', async (_, options, reason) => {
    const { double } = await withDouble();
    const baseUrl = 'baseUrl' in options ? `${double.url}/${options.baseUrl}` : double.baseUrl;
    const embedder = embedderOf(double, { ...options, baseUrl });
    expect(await errorOf(embedder.check(never))).toMatchObject({ name: 'EmbedderUnavailable', reason });
  });

  it('at a private address that the outbound access does not allow is unavailable', async () => {
    const outbound = createOutbound();
    outbounds.push(outbound);
    const embedder = embedderOf(shared, { send: sendThrough(outbound) });
    expect(await errorOf(embedder.check(never))).toMatchObject({ reason: 'address_refused' });
  });
});

describe('texts that are too long for the model', () => {
  it('are sent one by one, and then cut, until they fit', async () => {
    const { double, embedder } = await withDouble({ mostCharacters: 1000 });
    const vectors = await embedder.embed(['word', 'long '.repeat(600), 'other'], never);
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toEqual((await embedder.embed(['word'], never))[0]);
    expect(
      Math.max(
        ...double.calls
          .slice(0, -1)
          .flat()
          .map(({ length }) => length),
      ),
    ).toBe(3000);
    expect(double.calls.flat()).toContain('long '.repeat(150));
  });

  it('together are sent in smaller calls', async () => {
    const { double, embedder } = await withDouble({ mostTogether: 100 });
    const texts = Array.from({ length: 20 }, (_, index) => `a text with ${index}`);
    expect(await embedder.embed(texts, never)).toHaveLength(20);
    expect(double.calls.length).toBeGreaterThan(3);
  });

  it.each([
    [500, 'input (900 tokens) is too large to process. increase the physical batch size (current: 512)'],
    [422, 'batch size 2 > maximum allowed batch size 1'],
    [413, 'Input validation error: `inputs` must have less than 512 tokens. Given: 900'],
  ])('are recognized by what servers say with status %i: %s', async (status, message) => {
    const { double, embedder } = await withDouble();
    double.reply({ kind: 'error', status, body: { error: { message } } });
    expect(await embedder.embed(['one', 'two'], never)).toHaveLength(2);
    expect(double.calls).toEqual([['one', 'two'], ['one'], ['two']]);
  });

  it('make the call fail if nothing fits', async () => {
    const { embedder } = await withDouble({ mostCharacters: 3 });
    expect(await errorOf(embedder.embed(['museum '.repeat(5000)], never))).toMatchObject({
      name: 'EmbeddingFailed',
      reason: 'too_large',
    });
  });
});

it('ends a call in the middle when it is aborted or the embedder is closed', async () => {
  const { double, embedder } = await withDouble();
  double.reply({ kind: 'silent' }, { kind: 'silent' });
  const stop = new AbortController();
  const stopped = embedder.embed(['word'], stop.signal);
  await double.arrived(1);
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(stopped).rejects.toBe(reason);
  const closed = embedder.embed(['word'], never);
  await double.arrived(2);
  const rejected = expect(closed).rejects.toThrow('closed');
  await embedder.close();
  await rejected;
});
