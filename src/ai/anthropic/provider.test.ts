import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkDraft } from '#domain/citations.ts';
import { makePassages } from '#domain/passages.ts';
import type { Retriever } from '#domain/retrieval.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import {
  ANTHROPIC_KEY,
  type AnthropicDouble,
  startAnthropicDouble,
} from '#tests/support/anthropic-double.ts';
import { longTalk } from '#tests/support/long-talk.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { AnalysisError } from '../analysis-error.ts';
import { describeAnalysisProvider, problemOf } from '../provider.compliance.ts';
import type { ChatQuestion, ChatTurn } from '../provider.ts';
import { checkAnthropicKey } from './check-key.ts';
import { type AnthropicOptions, createAnthropicProvider, DEFAULT_ANTHROPIC_MODEL } from './provider.ts';

const PASSAGES = makePassages(
  segmentsOf([
    { speaker: 'Ann', text: 'The bridge will cost forty million euros.', startMs: 5000 },
    { speaker: 'Bob', text: 'And the ferry stays until it is finished.', startMs: 75_000 },
    { speaker: 'Ann', text: 'We vote about it next Tuesday.', startMs: 4_000_000 },
  ]),
);
const INDEX = indexTranscriptPassages(PASSAGES);
const SOURCE = { title: 'Council "A"', passages: PASSAGES };
const QUESTION: ChatQuestion = {
  question: 'What does it cost?',
  sources: [{ kind: 'transcript', ...SOURCE }],
  history: [],
};

let double: AnthropicDouble;
beforeAll(async () => {
  double = await startAnthropicDouble();
});
afterEach(() => {
  double.requests.length = 0;
});
afterAll(() => double.close());

const make = (options: Partial<AnthropicOptions> = {}) =>
  createAnthropicProvider({ apiKey: ANTHROPIC_KEY, baseUrl: double.url, firstWaitMs: 1, ...options });

/** Asks a question and records the text that was shown. */
async function ask(
  options: Partial<AnthropicOptions> = {},
  question = QUESTION,
  signal = new AbortController().signal,
) {
  let shown = '';
  const draft = await make(options).answer(question, {
    signal,
    onRead: () => undefined,
    onText: (text) => {
      shown += text;
    },
  });
  return { draft, shown, ...checkDraft(INDEX, draft) };
}
const summarize = (options: Partial<AnthropicOptions> = {}) =>
  make(options).summarize(SOURCE, { signal: new AbortController().signal, onProgress: () => undefined });
const messageRequests = () => double.requests.filter(({ path }) => path === '/v1/messages');

interface SentBody {
  system: string;
  messages: { role: string; content: { context: string; source: { content: { text: string }[] } }[] }[];
}
/** The SDK wrote this body from typed values. */
const sentBody = ({ body }: { body: unknown }) => body as SentBody;

describeAnalysisProvider(() => make());

describe('what is sent', () => {
  it('is the transcript as one cached document with a block for each passage and citations enabled', async () => {
    await ask();
    const [request] = messageRequests();
    expect(request?.headers['anthropic-version']).toBe('2026-10-21');
    expect(request?.headers['x-api-key']).toBeUndefined();
    expect(request?.body).toMatchObject({
      model: DEFAULT_ANTHROPIC_MODEL,
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'document',
              citations: { enabled: true },
              cache_control: { type: 'ephemeral' },
              source: {
                type: 'content',
                content: [
                  { type: 'text', text: '(0:05) Ann: The bridge will cost forty million euros.' },
                  { type: 'text', text: '(1:15) Bob: And the ferry stays until it is finished.' },
                  { type: 'text', text: '(66:40) Ann: We vote about it next Tuesday.' },
                ],
              },
            },
            { type: 'text', text: 'What does it cost?' },
          ],
        },
      ],
    });
  });

  it('begins the same for every question of a conversation, so that the cache is hit', async () => {
    const history: ChatTurn[] = [
      { role: 'user', text: 'Who speaks?' },
      { role: 'assistant', text: 'Ann and Bob. [citation:0:05]' },
    ];
    await ask({}, { ...QUESTION, history });
    await ask({}, { ...QUESTION, question: 'And the ferry?', history });
    const bodies = messageRequests().map(sentBody);
    const documents = bodies.map(({ system, messages }) => JSON.stringify([system, messages[0]?.content[0]]));
    expect(documents[0]).toBe(documents[1]);
    expect(bodies[0]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: 'Ann and Bob.' },
      { role: 'user', content: 'What does it cost?' },
    ]);
  });

  it('leaves old turns out of a long conversation', async () => {
    const history = Array.from(
      { length: 900 },
      (_, at): ChatTurn => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        text: `Turn ${at} ${'of many words '.repeat(60)}`,
      }),
    );
    await ask({}, { ...QUESTION, history });
    const [body] = messageRequests().map(sentBody);
    expect(body?.messages.length).toBeLessThan(15);
    expect(JSON.stringify(body)).toContain('Turn 899');
  });

  it('is what the retriever ranks first if the transcript is too long, uncached and labeled as excerpts', async () => {
    const passages = makePassages(segmentsOf(longTalk({ words: 20_000, seed: 1 })));
    const asked: string[] = [];
    const retrieve: Retriever = async (question) => {
      asked.push(question);
      return [300, 100, 200];
    };
    await ask(
      { retrieve, room: { sourceTokens: 1000 } },
      { ...QUESTION, sources: [{ kind: 'transcript', title: '', passages }] },
    );
    expect(asked).toEqual(['What does it cost?']);
    const [document] = messageRequests().map(sentBody)[0]?.messages[0]?.content ?? [];
    expect(document).not.toHaveProperty('cache_control');
    expect(document?.context).toContain('excerpts');
    const numbers = (document?.source.content ?? []).map(
      ({ text }) => passages.find((passage) => text.endsWith(passage.text))?.number ?? 0,
    );
    expect(numbers).toEqual(expect.arrayContaining([100, 200, 201, 300]));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(numbers.length).toBeLessThan(12);
  });

  it('for a summary has a format, numbers and no citations, because the service rejects a format with citations', async () => {
    await summarize();
    const body = messageRequests()[0]?.body;
    expect(body).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
    expect(JSON.stringify(body)).toContain('[p2] (1:15) Bob: And the ferry');
    expect(JSON.stringify(body)).not.toContain('"citations"');
  });
});

describe('what comes back', () => {
  it('has marks where the service cites a passage, and none where it cites nothing', async () => {
    double.reply({
      kind: 'answer',
      blocks: [
        { text: 'It costs forty million,', citations: [{ start: 0, end: 1 }] },
        {
          text: ' says nobody [citation:0:05],',
          citations: [
            { start: 7, end: 9 },
            { start: 0, end: 1, document: 3 },
          ],
        },
        { text: ' and the <cite index="2-3">vote</cite> is on Tuesday.', citations: [{ start: 2, end: 3 }] },
      ],
    });
    const { text, shown, dropped } = await ask();
    expect(text).toBe(
      'It costs forty million, [citation:0:05] says nobody (citation:0:05), and the vote is on Tuesday. [citation:66:40]',
    );
    expect(shown).toContain('says nobody (citation:0:05), and the');
    expect(dropped).toBe(2);
  });

  it('keeps real quotes of a summary in the wording of the transcript and drops invented ones', async () => {
    const { importantQuotes, keyPoints } = checkSummary(INDEX, await summarize());
    expect(importantQuotes).toEqual([
      { text: 'The bridge will cost forty million euros.', speaker: 'Ann', timestamp: '0:05' },
    ]);
    expect(keyPoints).toEqual(['They begin with this. [citation:0:05]', 'Nobody said this.']);
  });
});

describe('when it fails', () => {
  it.each([
    [401, 'authentication_error', { code: 'key_rejected' }],
    [403, 'permission_error', { code: 'key_rejected' }],
    [402, 'billing_error', { code: 'no_credit' }],
    [400, 'invalid_request_error', { code: 'not_accepted' }],
    [404, 'not_found_error', { code: 'not_accepted' }],
    [413, 'request_too_large', { code: 'too_long' }],
    [429, 'rate_limit_error', { code: 'rate_limited', retryAfterMs: 3_600_000 }],
    [500, 'api_error', { code: 'overloaded' }],
    [504, 'timeout_error', { code: 'unreachable' }],
    [529, 'overloaded_error', { code: 'overloaded' }],
  ])('with %i %s it reports the problem', async (status, type, problem) => {
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {};
    double.reply({ kind: 'error', status, type, headers });
    expect(await problemOf(ask({ retries: 0 }))).toEqual(problem);
    double.reply({ kind: 'error', status, type, headers });
    expect(await problemOf(summarize({ retries: 0 }))).toEqual(problem);
  });

  it('retries twice if the service is overloaded, but not after a wrong key', async () => {
    const busy = { kind: 'error', status: 529, type: 'overloaded_error' } as const;
    double.reply(busy, busy);
    expect((await ask()).text).toContain('They begin');
    expect(messageRequests()).toHaveLength(3);
    double.reply(busy, busy, busy);
    expect(await problemOf(ask())).toEqual({ code: 'overloaded' });
    expect(messageRequests()).toHaveLength(6);
    expect(await problemOf(ask({ apiKey: 'sk-ant-wrong' }))).toEqual({ code: 'key_rejected' });
    expect(messageRequests()).toHaveLength(7);
    expect(await problemOf(ask({ apiKey: 'mein schlüssel' }))).toEqual({ code: 'key_rejected' });
    expect(messageRequests()).toHaveLength(7);
  });

  it('waits as long as the service says if that is short, and gives up if it is long', async () => {
    const limited = (seconds: string) =>
      ({
        kind: 'error',
        status: 429,
        type: 'rate_limit_error',
        headers: { 'retry-after': seconds },
      }) as const;
    double.reply(limited('0.01'));
    expect((await ask()).text).toContain('They begin');
    double.reply(limited('60'));
    expect(await problemOf(ask())).toEqual({ code: 'rate_limited', retryAfterMs: 60_000 });
  });

  it.each(['cut', 'error-event'] as const)(
    'halfway (%s), the answer so far is kept and checked like any other',
    async (kind) => {
      const blocks = [
        { text: 'It costs forty million.', citations: [{ start: 0, end: 1 }] },
        { text: ' And then' },
      ];
      double.reply(kind === 'cut' ? { kind, blocks } : { kind, blocks, type: 'overloaded_error' });
      const problem = await problemOf(ask());
      if (problem.code !== 'cut_off') throw new Error(problem.code);
      expect(checkDraft(INDEX, problem.partial).text).toBe(
        'It costs forty million. [citation:0:05] And then',
      );
      expect(messageRequests()).toHaveLength(1);
    },
  );

  it('keeps the answer so far if it exceeds the maximum length', async () => {
    double.reply({ kind: 'answer', blocks: [{ text: 'It' }], stopReason: 'max_tokens' });
    expect(await problemOf(ask())).toMatchObject({ code: 'cut_off', partial: [{ text: 'It' }] });
    double.reply({ kind: 'answer', blocks: [{ text: '{"quickSummary": [' }], stopReason: 'max_tokens' });
    expect(await problemOf(summarize())).toEqual({ code: 'bad_answer' });
  });

  it('distinguishes a refusal, a full context window, an empty answer and nonsense', async () => {
    double.reply({ kind: 'answer', blocks: [], stopReason: 'refusal' });
    expect(await problemOf(ask())).toEqual({ code: 'refused' });
    double.reply({ kind: 'answer', blocks: [], stopReason: 'model_context_window_exceeded' });
    expect(await problemOf(ask())).toEqual({ code: 'too_long' });
    double.reply({ kind: 'answer', blocks: [] });
    expect(await problemOf(ask())).toEqual({ code: 'bad_answer' });
    double.reply({ kind: 'malformed' });
    expect(await problemOf(ask({ retries: 0 }))).toEqual({ code: 'bad_answer' });
    double.reply({ kind: 'empty' });
    expect(await problemOf(ask({ retries: 0 }))).toEqual({ code: 'bad_answer' });
    double.reply({ kind: 'answer', blocks: [{ text: 'I would rather not.' }] });
    expect(await problemOf(summarize())).toEqual({ code: 'bad_answer' });
  });

  it('gives up on a service that is silent, and on an address where no service listens', async () => {
    double.reply({ kind: 'silent' });
    expect(await problemOf(ask({ retries: 0, silenceMs: 30 }))).toEqual({ code: 'unreachable' });
    expect(await problemOf(ask({ baseUrl: 'http://127.0.0.1:9', retries: 1 }))).toEqual({
      code: 'unreachable',
    });
  });

  it('waits for a slow first byte', async () => {
    const gate = Promise.withResolvers<void>();
    double.reply({
      kind: 'after',
      wait: gate.promise,
      next: { kind: 'answer', blocks: [{ text: 'At last.' }] },
    });
    const answer = ask();
    await expect.poll(() => messageRequests().length).toBe(1);
    gate.resolve();
    expect((await answer).text).toBe('At last.');
  });

  it('rejects at once with the reason when aborted in the middle', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    double.reply({ kind: 'silent' });
    const answer = ask({}, QUESTION, stop.signal);
    await expect.poll(() => messageRequests().length).toBe(1);
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it('logs neither the key nor the text of the service', async () => {
    const key = 'sk-ant-secret-key-of-somebody';
    const error = await ask({ apiKey: key }).catch((reason: unknown) => reason);
    if (!(error instanceof AnalysisError)) throw new Error('Expected an AnalysisError');
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
    expect(inspect(error, { depth: 10 })).toContain('status 401, authentication_error, req_double');
  });
});

describe('checking a key', () => {
  it('accepts a valid key, rejects a wrong one, and reports neither if there is no response', async () => {
    expect(await checkAnthropicKey({ apiKey: ANTHROPIC_KEY, baseUrl: double.url })).toBeNull();
    expect(await checkAnthropicKey({ apiKey: 'sk-ant-wrong', baseUrl: double.url })).toBe('key_rejected');
    expect(await checkAnthropicKey({ apiKey: 'sk ant schlüssel', baseUrl: double.url })).toBe('key_rejected');
    expect(await checkAnthropicKey({ apiKey: ANTHROPIC_KEY, baseUrl: 'http://127.0.0.1:9' })).toBe(
      'unreachable',
    );
  });
});
