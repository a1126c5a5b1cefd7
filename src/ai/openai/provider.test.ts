import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkDraft } from '#domain/citations.ts';
import { makePassages } from '#domain/passages.ts';
import { indexTranscriptPassages } from '#domain/source-index.ts';
import { checkSummary } from '#domain/summary.ts';
import { type OpenAiDouble, startOpenAiDouble } from '#tests/support/openai-double.ts';
import { segmentsOf } from '#tests/support/transcripts.ts';
import { describeAnalysisProvider, problemOf } from '../provider.compliance.ts';
import type { ChatQuestion } from '../provider.ts';
import { createOpenAiProvider, type OpenAiOptions } from './provider.ts';
import { createReferenceFilter, parseReferences } from './references.ts';

const PASSAGES = makePassages(
  segmentsOf([
    { speaker: 'Ann', text: 'The bridge will cost forty million euros.', startMs: 5000 },
    { speaker: 'Bob', text: 'And the ferry stays until it is finished.', startMs: 75_000 },
  ]),
);
const INDEX = indexTranscriptPassages(PASSAGES);
const SOURCE = { title: 'Council', passages: PASSAGES };

let double: OpenAiDouble;
beforeAll(async () => {
  double = await startOpenAiDouble();
});
afterEach(() => {
  double.requests.length = 0;
});
afterAll(() => double.close());

const make = (options: Partial<OpenAiOptions> = {}) =>
  createOpenAiProvider({ baseUrl: double.url, firstWaitMs: 1, ...options });
async function ask(options: Partial<OpenAiOptions> = {}, signal = new AbortController().signal) {
  let shown = '';
  const draft = await make(options).answer(
    { question: 'What does it cost?', sources: [{ kind: 'transcript', ...SOURCE }], history: [] },
    {
      signal,
      onRead: () => undefined,
      onText: (text) => {
        shown += text;
      },
    },
  );
  return { shown, ...checkDraft(INDEX, draft) };
}
const summarize = (options: Partial<OpenAiOptions> = {}) =>
  make(options).summarize(SOURCE, { signal: new AbortController().signal, onProgress: () => undefined });
const completions = () => double.requests.filter(({ path }) => path.endsWith('/chat/completions'));

describeAnalysisProvider(() => make());

describe('an OpenAI-compatible server', () => {
  it('is asked for its model once a day for each key, and again after a failure', async () => {
    const asked = () => double.requests.filter(({ path }) => path.endsWith('/models')).length;
    await ask({ apiKey: 'one' });
    await ask({ apiKey: 'one' });
    expect(asked()).toBe(1);
    await ask({ apiKey: 'two' });
    expect(asked()).toBe(2);
    double.reply({ kind: 'error', status: 404 });
    await expect(ask({ apiKey: 'one' })).rejects.toThrow();
    await ask({ apiKey: 'one' });
    await ask({ apiKey: 'two' });
    expect(asked()).toBe(3);
  });

  it('is asked for its model once, and receives numbered passages', async () => {
    const provider = make({ apiKey: 'three' });
    const question: ChatQuestion = {
      question: 'What?',
      sources: [{ kind: 'transcript', ...SOURCE }],
      history: [{ role: 'user' as const, text: 'Hello' }],
    };
    const hooks = { signal: new AbortController().signal, onText: () => undefined, onRead: () => undefined };
    await provider.answer(question, hooks);
    await provider.answer(question, hooks);
    expect(double.requests.filter(({ path }) => path.endsWith('/models'))).toHaveLength(1);
    expect(completions()[0]?.body).toMatchObject({
      model: 'local-model',
      stream: true,
      messages: [{}, { content: 'Hello' }, { content: 'What?' }],
    });
    expect(JSON.stringify(completions()[0]?.body)).toContain('[p2] (1:15) Bob: And the ferry stays');
  });

  it('gets marks for its references, but not for references to nothing', async () => {
    double.reply({
      kind: 'answer',
      text: '<think>[p1] hm</think>It costs "forty million Euros" [p1], says [citation:0:05] nobody [p99]. "The ferry is sold tomorrow" (p. 2).',
    });
    const { text, shown, dropped } = await ask({ model: 'm' });
    expect(text).toBe(
      'It costs “forty million euros” [citation:0:05], says (citation:0:05) nobody. The ferry is sold tomorrow [citation:1:15].',
    );
    expect(shown).toBe(
      'It costs "forty million Euros" , says (citation:0:05) nobody . "The ferry is sold tomorrow" .',
    );
    expect(dropped).toBe(1);
  });

  it('summarizes without a schema if the server does not support schemas', async () => {
    double.reply({ kind: 'error', status: 400 });
    const { importantQuotes } = checkSummary(INDEX, await summarize());
    expect(importantQuotes.map(({ text }) => text)).toEqual(['The bridge will cost forty million euros.']);
    const bodies = completions().map(({ body }) => JSON.stringify(body));
    expect(bodies[0]).toContain('response_format');
    expect(bodies[1]).not.toContain('response_format');
    expect(bodies[1]).toContain('Answer with one JSON object of this schema');
  });

  it('is understood even if its JSON is sloppy', async () => {
    double.reply({
      kind: 'answer',
      text: 'Sure! {"quickSummary": "A bridge.", "keyPoints": ["Cost", {"text": "Ferry", "passages": ["p2", 7, null]}, 5], "importantQuotes": ["the ferry stays until it is finished"], "detailedSummary": "One.\\n\\nTwo.", "tags": "bridge",} Done.',
    });
    expect(checkSummary(INDEX, await summarize())).toMatchObject({
      quickSummary: 'A bridge.',
      keyPoints: ['Cost', 'Ferry [citation:1:15]'],
      mainTopics: [],
      importantQuotes: [{ text: 'the ferry stays until it is finished', speaker: 'Bob', timestamp: '1:15' }],
      detailedSummary: 'One.\n\nTwo.',
      tags: ['bridge'],
    });
  });

  it.each([
    [{ status: 401, type: 'authentication_error' }, { code: 'key_rejected' }],
    [{ status: 404 }, { code: 'not_accepted' }],
    [{ status: 400, code: 'context_length_exceeded' }, { code: 'too_long' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { code: 'rate_limited', retryAfterMs: 7000 },
    ],
    [{ status: 429, code: 'insufficient_quota' }, { code: 'no_credit' }],
    [{ status: 503 }, { code: 'overloaded' }],
  ])('failing with %j is reported', async (error, problem) => {
    double.reply({ kind: 'error', ...error });
    expect(await problemOf(ask({ retries: 0 }))).toEqual(problem);
  });

  it.each([
    { kind: 'cut', text: 'It costs forty million [p1]. And' },
    { kind: 'unfinished', text: 'It costs forty million [p1]. And' },
    { kind: 'answer', text: 'It costs forty million [p1]. And', finish: 'length' },
  ] as const)('stopping halfway ($kind) keeps the answer so far', async (reply) => {
    double.reply(reply);
    const problem = await problemOf(ask());
    if (problem.code !== 'cut_off') throw new Error(problem.code);
    expect(checkDraft(INDEX, problem.partial).text).toBe('It costs forty million [citation:0:05]. And');
  });

  it('distinguishes a refusal, nonsense, silence and a missing server', async () => {
    double.reply({ kind: 'answer', text: '', finish: 'content_filter' });
    expect(await problemOf(ask())).toEqual({ code: 'refused' });
    double.reply({ kind: 'answer', text: ' ' });
    expect(await problemOf(ask())).toEqual({ code: 'bad_answer' });
    double.reply({ kind: 'malformed' });
    expect(await problemOf(ask({ retries: 0 }))).toEqual({ code: 'bad_answer' });
    double.reply({ kind: 'silent' });
    expect(await problemOf(ask({ retries: 0, silenceMs: 30 }))).toEqual({ code: 'unreachable' });
    expect(await problemOf(ask({ baseUrl: 'http://127.0.0.1:9/v1', retries: 0 }))).toEqual({
      code: 'unreachable',
    });
  });

  it('rejects at once with the reason when aborted in the middle', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    double.reply({ kind: 'silent' });
    const answer = ask({}, stop.signal);
    await expect.poll(() => completions().length).toBe(1);
    stop.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

describe('references in a text', () => {
  it.each([
    ['A [p1].', [1]],
    ['A [P1, p2] and', [1, 2]],
    ['A (p. 3)', [3]],
    ['A [passage 4]', [4]],
    ['A [p1-p3]', [1, 3]],
    ['A [p1][p2]', [1, 2]],
    ['A 【p5】', [5]],
    ['A (page 6) [1] [px] p7', []],
  ])('%j are %j', (text, numbers) =>
    expect(
      parseReferences(text).flatMap((piece) =>
        piece.kind === 'prose' ? piece.references.map(({ passage }) => passage) : [],
      ),
    ).toEqual(numbers),
  );

  it.each([1, 2, 3, 7, 100])('are not shown if they arrive in parts of %i characters', (size) => {
    const text = '<think>[p1] so (p2)</think>It (really) costs [p12] forty [million [p3, p4] euros (p';
    const filter = createReferenceFilter();
    const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect(parts.map((part) => filter.push(part)).join('') + filter.end()).toBe(
      'It (really) costs  forty [million  euros (p',
    );
  });
});
