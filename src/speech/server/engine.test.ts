import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts';
import { sendThrough } from '#server/speech-servers/send-call.ts';
import { joinSounds, silence, tone, writePcm } from '#tests/support/speak.ts';
import {
  SPEECH_SERVER_KEY,
  type SpeechServerDouble,
  type SpeechServerDoubleOptions,
  type SpeechServerReply,
  startSpeechServerDouble,
} from '#tests/support/speech-server-double.ts';
import { describeSpeechEngine, runRecognition } from '../engine.compliance.ts';
import type { Audio, RecognizedChunk, SpeechEngine } from '../engine.ts';
import { createLocalEngine } from '../local/engine.ts';
import { SpeechError } from '../speech-error.ts';
import { createServerEngine, type ServerOptions } from './engine.ts';
import type { ServerPatience } from './patience.ts';

const HASTY: ServerPatience = { firstRetryMs: [1, 2], retryMs: [1, 2, 3], loadingMs: [1, 2, 3] };

/** Asks for no speakers, for which a server may refuse a piece once. */
const ONE_SPEAKER = { diarize: false };

let folder: string;
/** Six beeps of three seconds with pauses between them. */
let beeps: Audio;
let local: SpeechEngine;
const outbounds: Outbound[] = [];
const doubles: SpeechServerDouble[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-server-'));
  local = createLocalEngine({ threads: 1 });
  const sound = joinSounds(...Array.from({ length: 6 }, () => [tone(3000, 440, 0.5), silence(1000)]).flat());
  beeps = await writePcm(join(folder, 'beeps.pcm'), sound);
});
afterAll(async () => {
  await local.close();
  for (const double of doubles) await double.close();
  for (const outbound of outbounds) await outbound.close();
  await rm(folder, { recursive: true, force: true });
});

function engineFor(double: SpeechServerDouble, options: Partial<ServerOptions> = {}): SpeechEngine {
  const outbound = createOutbound({ allow: [new URL(double.url).host] });
  outbounds.push(outbound);
  return createServerEngine({
    baseUrl: double.baseUrl,
    apiKey: SPEECH_SERVER_KEY,
    send: sendThrough(outbound),
    patience: HASTY,
    ...options,
  });
}

async function withDouble(options: SpeechServerDoubleOptions & Partial<ServerOptions> = {}) {
  const own = await startSpeechServerDouble(options);
  onTestFinished(() => own.close());
  return { own, engine: engineFor(own, options) };
}

async function problemOf(call: Promise<unknown>): Promise<SpeechError['problem']> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof SpeechError))
    throw new Error(`No SpeechError but ${String(error)}`, { cause: error });
  expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(SPEECH_SERVER_KEY);
  return error.problem;
}

describe.each(['openai', 'whisper.cpp', 'whisperx'] as const)('%s', (profile) => {
  let double: SpeechServerDouble;
  beforeAll(async () => {
    double = await startSpeechServerDouble({ profile });
    doubles.push(double);
  });
  // Short pieces, so that there are several.
  const make = () =>
    engineFor(double, { model: 'whisper-1', listener: local, pieceMs: 8000, patience: HASTY });
  describeSpeechEngine(make, 'in pieces');
});

const textOf = (segments: readonly { text: string }[]) => segments.map(({ text }) => text).join(' ');

describe('what a server answers', () => {
  it.each([
    ['openai', 'measured', /We don't know who/],
    ['groq', 'measured', /We don't know who/],
    ['speaches', 'measured', /We don't know who/],
    ['vllm', 'estimated', /We don't know who/],
    ['openasr', 'measured', /We don't know who/],
    ['whisper.cpp', 'measured', /We don't know who/],
    ['asr', 'measured', /We don't know who/],
    ['whisperx', 'measured', /We don't know who/],
  ] as const)('is understood from %s, with %s times', async (profile, timing, text) => {
    const { own, engine } = await withDouble({ profile });
    const { transcription } = await runRecognition(engine, beeps, { diarize: false });
    expect(textOf(transcription.segments)).toMatch(text);
    expect(transcription.language).toBe('en');
    expect(new Set(transcription.segments.map((segment) => segment.timing))).toContain(timing);
    // A beep begins every four seconds: the first word of each is where it is heard.
    const starts = transcription.segments.flatMap(({ words }) => words.map(({ startMs }) => startMs));
    for (const beepMs of [0, 4000, 8000, 12_000])
      expect(starts.some((startMs) => Math.abs(startMs - beepMs) <= 200)).toBe(true);
    expect(own.pieces).toHaveLength(1);
  });

  it('has its words spread over the speech if it comes without times', async () => {
    const { own, engine } = await withDouble({ model: 'gpt-4o-transcribe' });
    const { transcription } = await runRecognition(engine, beeps, { diarize: false });
    expect(own.pieces.map(({ fields }) => new Map(fields).get('response_format'))).toEqual([
      'verbose_json',
      'json',
    ]);
    expect(transcription.segments.every(({ timing }) => timing === 'estimated')).toBe(true);
    for (const { words } of transcription.segments)
      for (const { startMs, endMs } of words) {
        // No word begins in a pause: voice activity detection adds 150 ms at the edges.
        expect((startMs + 200) % 4000).toBeLessThan(3600);
        expect(endMs).toBeLessThanOrEqual(beeps.durationMs);
      }
  });

  it('has the speakers of a server that tells them apart, where one piece has all that is said', async () => {
    const { own, engine } = await withDouble({ profile: 'whisperx' });
    const { transcription, chunks } = await runRecognition(engine, beeps, { speakerCount: 2 });
    expect(own.pieces[0]?.query.get('max_speakers')).toBe('2');
    expect(transcription.speakersBy).toBe('service');
    const changes = transcription.segments.map(
      ({ speaker, startMs }) => `${speaker} ${Math.round(startMs / 1000)}`,
    );
    expect(changes).toEqual(expect.arrayContaining(['Speaker 1 0', 'Speaker 2 4', 'Speaker 1 8']));
    // After a crash, they are still known.
    const resumed = await runRecognition(engine, beeps, { done: chunks });
    expect(resumed.transcription).toMatchObject({
      speakersBy: 'service',
      segments: transcription.segments,
    });
    const { transcription: single } = await runRecognition(engine, beeps, { diarize: false });
    expect(single.speakersBy).toBeNull();
    expect(new Set(single.segments.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
  });

  it('leaves the speakers to us if there are several pieces, or if none are named', async () => {
    const { own, engine } = await withDouble({ profile: 'whisperx', pieceMs: 8000 });
    const inPieces = (await runRecognition(engine, beeps)).transcription;
    // Nor is the server given the work of telling them apart.
    expect(own.pieces.map(({ query }) => query.get('diarize'))).toEqual(own.pieces.map(() => null));
    const unnamed = (await runRecognition((await withDouble()).engine, beeps)).transcription;
    for (const { speakersBy, segments } of [inPieces, unnamed]) {
      expect(speakersBy).toBeNull();
      expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
    }
  });

  it('has the speakers of a server that knows one field more than OpenAI', async () => {
    const { own, engine } = await withDouble({ profile: 'openasr' });
    const { transcription } = await runRecognition(engine, beeps, { speakerCount: 2 });
    expect(own.pieces[0]?.fields).toEqual(
      expect.arrayContaining([
        ['diarize', 'true'],
        ['max_speakers', '2'],
      ]),
    );
    expect(transcription.speakersBy).toBe('service');
    expect(new Set(transcription.segments.map(({ speaker }) => speaker))).toEqual(
      new Set(['Speaker 1', 'Speaker 2']),
    );
  });

  it('comes without speakers from a server that breaks down over them', async () => {
    const { own, engine } = await withDouble({ profile: 'whisperx' });
    own.reply({ kind: 'error', status: 500, body: { detail: 'no token for the speaker models' } });
    const { transcription } = await runRecognition(engine, beeps);
    expect(transcription.speakersBy).toBeNull();
    expect(own.pieces.map(({ query }) => query.get('diarize'))).toEqual(['true', null]);
  });

  it('may be in a language that does not exist', async () => {
    const { own, engine } = await withDouble();
    own.reply({ kind: 'changed', change: (answer) => ({ ...answer, language: 'klingon' }) });
    expect((await runRecognition(engine, beeps)).transcription.language).toBe('und');
  });

  it('has the speakers of a diarizing model, which is asked in its own way', async () => {
    const { own, engine } = await withDouble({ model: 'gpt-4o-transcribe-diarize' });
    const { transcription } = await runRecognition(engine, beeps);
    const fields = new Map(own.pieces[0]?.fields);
    expect(fields.get('response_format')).toBe('diarized_json');
    expect(fields.get('chunking_strategy')).toBe('auto');
    expect(transcription.segments.slice(0, 2).map(({ speaker }) => speaker)).toEqual([
      'Speaker 1',
      'Speaker 2',
    ]);
  });

  it.each([
    [
      'times as strings',
      (answer: Shape) =>
        mapWords(answer, ({ start, end, ...word }) => ({ ...word, start: String(start), end: String(end) })),
    ],
    [
      'times that are missing here and there',
      (answer: Shape) =>
        mapWords(answer, (word, index) =>
          index % 3 === 1 ? { word: word.word, start: null, end: null } : word,
        ),
    ],
    [
      'times that run backwards',
      (answer: Shape) =>
        mapWords(answer, (word, index) => (index === 7 ? { ...word, start: 0.1, end: 0.2 } : word)),
    ],
    ['words that overlap', (answer: Shape) => mapWords(answer, (word) => ({ ...word, end: word.end + 0.7 }))],
    [
      'times past the end',
      (answer: Shape) =>
        mapWords(answer, (word, index) => (index > 50 ? { ...word, start: 900, end: 901 } : word)),
    ],
    [
      'words that begin again with each part',
      (answer: Shape) => ({
        ...answer,
        segments: null,
        words: answer.words?.map((word, index) => ({ ...word, id: index % 3 })),
      }),
    ],
  ])('is repaired: %s', async (_, change) => {
    const { own, engine } = await withDouble();
    const usual = await runRecognition(engine, beeps, { diarize: false });
    own.reply({ kind: 'changed', change: change as never });
    const { transcription } = await runRecognition(engine, beeps, { diarize: false });
    const words = transcription.segments.flatMap((segment) => segment.words);
    expect(words.map(({ text }) => text)).toEqual(
      usual.transcription.segments.flatMap((segment) => segment.words.map(({ text }) => text)),
    );
    let lastEndMs = 0;
    for (const { startMs, endMs } of words) {
      expect(startMs).toBeGreaterThanOrEqual(lastEndMs);
      expect(endMs).toBeGreaterThan(startMs);
      lastEndMs = endMs;
    }
    expect(lastEndMs).toBeLessThanOrEqual(beeps.durationMs);
  });

  it.each([
    ['an empty text', { text: '' }],
    [
      'nothing but what was made up',
      {
        text: ' Thanks for watching!',
        segments: [
          { start: 0, end: 2, text: ' Thanks for watching!', no_speech_prob: 0.9, avg_logprob: -1.4 },
        ],
      },
    ],
    ['empty segments', { text: '', segments: [], words: [] }],
  ])('may be %s', async (_, answer) => {
    const { own, engine } = await withDouble();
    own.reply({ kind: 'changed', change: () => answer });
    expect((await runRecognition(engine, beeps)).transcription).toMatchObject({
      segments: [],
      lowConfidence: false,
    });
  });
});

interface Shape {
  words?: { word: string; start: number; end: number }[];
}

function mapWords(
  answer: Shape,
  change: (word: { word: string; start: number; end: number }, index: number) => object,
) {
  return { ...answer, words: answer.words?.map(change) };
}

describe('what is asked', () => {
  it('is nothing more for what has no speech, and in the language that was chosen', async () => {
    const { own, engine } = await withDouble({ profile: 'whisper.cpp' });
    const quiet = await writePcm(join(folder, 'quiet.pcm'), silence(5000));
    await runRecognition(engine, quiet);
    expect(own.requests).toEqual([]);
    await runRecognition(engine, beeps, { language: 'de-AT' });
    own.speak('de');
    const { transcription } = await runRecognition(engine, beeps);
    expect(own.pieces.map(({ fields }) => new Map(fields).get('language'))).toEqual(['de', 'auto']);
    expect(transcription).toMatchObject({ language: 'de' });
    expect(textOf(transcription.segments)).toMatch(/Guten Morgen/);
  });

  it('is never the same twice after a refusal', async () => {
    const { own, engine } = await withDouble();
    own.reply(...Array.from({ length: 3 }, () => ({ kind: 'error', status: 400 }) as const));
    await problemOf(runRecognition(engine, beeps, ONE_SPEAKER));
    const forms = own.pieces.map(({ fields }) => JSON.stringify(fields));
    expect(forms).toHaveLength(3);
    expect(new Set(forms).size).toBe(3);
    // Whoever refuses everything did not refuse a form.
    const { transcription } = await runRecognition(engine, beeps, ONE_SPEAKER);
    expect(transcription.segments[0]?.timing).toBe('measured');
  });

  it('is what a server has taken before, in later pieces and recordings', async () => {
    const { own, engine } = await withDouble({ model: 'gpt-4o-transcribe', pieceMs: 12_000 });
    await runRecognition(engine, beeps);
    await runRecognition(engine, beeps);
    const formats = own.pieces.map(({ fields }) => new Map(fields).get('response_format'));
    // The refusal names the format, so there is no use in the same one without words.
    expect(formats.slice(0, 2)).toEqual(['verbose_json', 'json']);
    expect(formats.length).toBeGreaterThan(5);
    expect(new Set(formats.slice(1))).toEqual(new Set(['json']));
  });

  it('has no words where those are refused, and no speakers', async () => {
    const { own, engine } = await withDouble({ profile: 'openasr' });
    const refuse = (message: string): SpeechServerReply => ({
      kind: 'error',
      status: 422,
      body: { message },
    });
    own.reply(refuse('diarization is not configured'), refuse('no such granularity: word'), {
      kind: 'error',
      status: 429,
      headers: { 'retry-after': '0' },
    });
    const { transcription } = await runRecognition(engine, beeps);
    const asked = own.pieces.map(({ fields }) =>
      fields.filter(([name]) => /diarize|granularities/.test(name)).map(([, value]) => value),
    );
    // After the wait, what was refused is not sent once more.
    expect(asked).toEqual([['word', 'segment', 'true'], ['word', 'segment'], ['segment'], ['segment']]);
    expect(transcription.segments.every(({ timing }) => timing === 'estimated')).toBe(true);
  });

  it('finds the way to a server by its bare address', async () => {
    for (const profile of ['openai', 'whisper.cpp', 'asr'] as const) {
      const own = await startSpeechServerDouble({ profile });
      onTestFinished(() => own.close());
      const engine = engineFor(own, { baseUrl: own.url });
      expect(
        (await runRecognition(engine, beeps, ONE_SPEAKER)).transcription.segments.length,
      ).toBeGreaterThan(1);
      expect(own.pieces).toHaveLength(1);
    }
  });

  it('is at most two pieces at a time, after the first one alone', async () => {
    const { own, engine } = await withDouble({ pieceMs: 5000 });
    own.hold();
    const call = runRecognition(engine, beeps);
    await own.arrived(1);
    expect(own.mostAtOnce()).toBe(1);
    own.release();
    own.hold();
    await own.arrived(3);
    own.release();
    const { chunks } = await call;
    expect(own.mostAtOnce()).toBe(2);
    expect(chunks.length).toBe(own.pieces.length);
    expect(own.pieces.length).toBeGreaterThan(4);
  });
});

describe('failures', () => {
  const error = (status: number, body?: unknown, headers?: Record<string, string>): SpeechServerReply => ({
    kind: 'error',
    status,
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  });
  const page: SpeechServerReply = {
    kind: 'text',
    text: '<!doctype html><title>Welcome</title>',
    type: 'text/html',
  };

  it.each<[string, SpeechServerReply, object]>([
    ['a wrong key', error(401), { code: 'key_rejected' }],
    ['a key that is not allowed to do this', error(403), { code: 'key_rejected' }],
    [
      'an account without credit',
      error(429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }),
      { code: 'no_credit' },
    ],
    ['too many requests', error(429, {}, { 'retry-after': '0' }), { code: 'rate_limited', retryAfterMs: 0 }],
    [
      'a language that the server does not know',
      error(400, { error: { message: "Invalid language 'xx'" } }),
      { code: 'failed', said: "Invalid language 'xx'" },
    ],
    ['an answer of 200 MB', { kind: 'large', bytes: 200_000_000 }, { code: 'bad_answer' }],
    ['a server that keeps loading', error(503), { code: 'loading', retryAfterMs: null }],
    [
      'a server that breaks down',
      error(500, { error: 'CUDA out of memory' }),
      { code: 'failed', said: 'CUDA out of memory' },
    ],
    ['a page', page, { code: 'wrong_address' }],
    ['a redirect', error(302, '', { location: 'http://127.0.0.1:9/' }), { code: 'wrong_address' }],
    ['lost connections', { kind: 'lost' }, { code: 'unreachable' }],
    ['answers that are cut off', { kind: 'cut' }, { code: 'unreachable' }],
    ['broken JSON', { kind: 'text', text: '{"text": "Good' }, { code: 'bad_answer' }],
    ['foreign JSON', { kind: 'text', text: '{"id": 7}' }, { code: 'bad_answer' }],
    [
      'an error with the status of success',
      { kind: 'text', text: '{"error":"no model"}' },
      { code: 'failed', said: 'no model' },
    ],
  ])('%s', async (_, reply, problem) => {
    const { own, engine } = await withDouble();
    own.reply(...Array.from({ length: 20 }, () => reply));
    expect(await problemOf(runRecognition(engine, beeps))).toEqual(problem);
  });

  it('that are temporary are waited out', async () => {
    const { own, engine } = await withDouble();
    own.reply(
      error(503),
      error(503, {}, { 'retry-after': '0' }),
      { kind: 'lost' },
      error(429, {}, { 'retry-after': '0' }),
    );
    const { transcription } = await runRecognition(engine, beeps, ONE_SPEAKER);
    expect(transcription.segments.length).toBeGreaterThan(0);
    expect(own.pieces).toHaveLength(5);
  });

  it('of a limit for longer than a minute are not waited for', async () => {
    const { own, engine } = await withDouble();
    own.reply(error(429, {}, { 'retry-after': '3600' }));
    const problem = { code: 'rate_limited', retryAfterMs: 3_600_000 };
    expect(await problemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toEqual(problem);
    expect(own.pieces).toHaveLength(1);
  });

  it('by a redirect take nothing to where it leads', async () => {
    const { own: other } = await withDouble();
    const { own, engine } = await withDouble();
    own.refuse(error(307, '', { location: `${other.baseUrl}/audio/transcriptions` }));
    expect(await problemOf(runRecognition(engine, beeps))).toEqual({ code: 'wrong_address' });
    expect(other.requests).toEqual([]);
  });

  it('of a key that no header takes are found without any call', async () => {
    const { own } = await withDouble();
    for (const apiKey of ['ключ', 'k\nx: y', 'k'.repeat(10_000)])
      expect(await problemOf(runRecognition(engineFor(own, { apiKey }), beeps))).toEqual({
        code: 'key_rejected',
      });
    expect(own.requests).toEqual([]);
  });

  it('of a server that is gone half-way keep what is done', async () => {
    const { own, engine } = await withDouble({ pieceMs: 5000 });
    const stored: RecognizedChunk[] = [];
    const call = runRecognition(engine, beeps, {
      onChunk: async (chunk) => {
        stored.push(chunk);
        if (stored.length === 2) await own.close();
      },
    });
    expect(await problemOf(call)).toEqual({ code: 'unreachable' });
    expect(stored.length).toBeGreaterThanOrEqual(2);
    const { own: back, engine: again } = await withDouble({ pieceMs: 5000 });
    const { chunks } = await runRecognition(again, beeps, { done: stored });
    expect(back.pieces).toHaveLength(chunks.length);
    expect([...stored, ...chunks].reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)).toBe(
      beeps.durationMs,
    );
  });

  it('of the key or the address are found before any sound is sent', async () => {
    const { own } = await withDouble({ profile: 'speaches', isLocked: true });
    expect(await problemOf(runRecognition(engineFor(own, { apiKey: 'wrong' }), beeps))).toEqual({
      code: 'key_rejected',
    });
    const nowhere = engineFor(own, { baseUrl: `${own.url}/nothing` });
    expect(await problemOf(runRecognition(nowhere, beeps))).toEqual({ code: 'wrong_address' });
    const unknown = engineFor(own, { model: 'no/such-model' });
    expect(await problemOf(runRecognition(unknown, beeps))).toEqual({ code: 'unknown_model' });
    expect(own.pieces).toHaveLength(1);
    const { engine } = await withDouble({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await problemOf(runRecognition(engine, beeps))).toEqual({ code: 'address_refused' });
  });

  it('of size are answered with smaller pieces', async () => {
    const { own, engine } = await withDouble({ maxSeconds: 40 });
    const sound = joinSounds(
      ...Array.from({ length: 20 }, () => [tone(3000, 440, 0.5), silence(1000)]).flat(),
    );
    const long = await writePcm(join(folder, 'long.pcm'), sound);
    const { transcription, chunks } = await runRecognition(engine, long, { diarize: false });
    expect(chunks.length).toBeGreaterThanOrEqual(2);
    expect(chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)).toBe(long.durationMs);
    expect(transcription.segments.at(-1)?.startMs).toBeGreaterThan(70_000);
    expect(own.pieces.length).toBeLessThanOrEqual(chunks.length + 2);
    const { engine: strict } = await withDouble({ maxSeconds: 10 });
    expect(await problemOf(runRecognition(strict, long))).toEqual({ code: 'too_large' });
  });

  it('of one piece keep what is done, and a later run sends only the rest', async () => {
    const { own, engine } = await withDouble({ pieceMs: 5000 });
    const stored: RecognizedChunk[] = [];
    const onChunk = async (chunk: RecognizedChunk) => void stored.push(chunk);
    const ok: SpeechServerReply = { kind: 'changed', change: (answer) => answer };
    // The key is withdrawn meanwhile.
    own.reply(ok, ok, error(401));
    expect(await problemOf(runRecognition(engine, beeps, { onChunk }))).toEqual({ code: 'key_rejected' });
    const before = own.pieces.length;
    expect(stored.length).toBeGreaterThanOrEqual(2);
    own.reset();
    const { chunks, transcription } = await runRecognition(engine, beeps, { done: stored });
    expect(own.pieces).toHaveLength(chunks.length);
    expect(own.pieces.length).toBeLessThan(before + chunks.length);
    const all = [...stored, ...chunks].toSorted((a, b) => a.startMs - b.startMs);
    expect(all[0]?.startMs).toBe(0);
    for (const [index, chunk] of all.entries())
      expect(chunk.endMs).toBe(all[index + 1]?.startMs ?? beeps.durationMs);
    expect(textOf(transcription.segments)).toMatch(/Good morning/);
    // With everything done, nothing is sent.
    const sent = own.pieces.length;
    const again = await runRecognition(engine, beeps, { done: all });
    expect(own.pieces).toHaveLength(sent);
    expect(again.transcription.segments).toEqual(transcription.segments);
  });

  it('by taking too long are given up after the second time', async () => {
    const { own, engine } = await withDouble({
      patience: { ...HASTY, answerMs: 300 },
    });
    own.reply(...Array.from({ length: 5 }, () => ({ kind: 'silent' }) as const));
    expect(await problemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toMatchObject({
      code: 'unreachable',
    });
    expect(own.pieces).toHaveLength(2);
  });

  it('are not waited out longer than a while, however long each attempt takes', async () => {
    const { own, engine } = await withDouble({ patience: { ...HASTY, withinMs: 0 } });
    own.reply(...Array.from({ length: 5 }, () => error(500)));
    expect(await problemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toMatchObject({ code: 'failed' });
    expect(own.pieces).toHaveLength(1);
  });
});
