import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  ASSEMBLYAI_KEY,
  type AssemblyAiDouble,
  HASTY,
  IMPATIENT,
  OTHER_ASSEMBLYAI_KEY,
  startAssemblyAiDouble,
} from '#tests/support/assemblyai-double.ts';
import { readWav, silence, tone, writePcm } from '#tests/support/speak.ts';
import { describeSpeechEngine, runRecognition } from '../engine.compliance.ts';
import type { Audio } from '../engine.ts';
import { SpeechError } from '../speech-error.ts';
import { checkAssemblyAiKey } from './check-key.ts';
import { createAssemblyAiEngine } from './engine.ts';
import type { Patience } from './patience.ts';

let double: AssemblyAiDouble;
let folder: string;
let talk: Audio;
beforeAll(async () => {
  double = await startAssemblyAiDouble();
  folder = await mkdtemp(join(tmpdir(), 'assemblyai-'));
  talk = await writePcm(join(folder, 'talk.pcm'), tone(3000, 440, 0.5));
});
afterAll(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

const makeEngine = (access: { apiKey?: string; baseUrl?: string; patience?: Patience } = {}) =>
  createAssemblyAiEngine({ apiKey: ASSEMBLYAI_KEY, baseUrl: double.url, patience: HASTY, ...access });

describeSpeechEngine(() => makeEngine(), 'remotely');

/** A separate double, for tests that count or script calls. */
async function withDouble(patience?: Patience) {
  const own = await startAssemblyAiDouble();
  onTestFinished(() => own.close());
  return { own, engine: makeEngine({ baseUrl: own.url, ...(patience && { patience }) }) };
}

async function failureOf(call: Promise<unknown>): Promise<SpeechError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof SpeechError))
    throw new Error(`No SpeechError but ${String(error)}`, { cause: error });
  expect(`${error.message} ${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`).not.toContain(
    ASSEMBLYAI_KEY.slice(0, 12),
  );
  return error;
}

describe('what is sent', () => {
  it('is the audio as a WAV file, sample for sample', async () => {
    const { own, engine } = await withDouble();
    // Longer than the pieces in which it is read.
    const sound = tone(20_000, 440, 1.5);
    await runRecognition(engine, await writePcm(join(folder, 'long.pcm'), sound));
    const heard = readWav(own.jobs[0]?.sound ?? Buffer.alloc(0));
    expect(heard.length).toBe(sound.length);
    const worst = heard.reduce((most, sample, index) => {
      const wanted = Math.max(-1, Math.min(1, sound[index] ?? 0));
      return Math.max(most, Math.abs(sample - wanted));
    }, 0);
    expect(worst).toBeLessThan(1 / 16_000);
  });

  it('reports progress by bytes, and requests speakers only if they are wanted', async () => {
    const { own, engine } = await withDouble();
    const { progress } = await runRecognition(engine, talk);
    expect(progress.filter(({ stage }) => stage === 'sending').length).toBeGreaterThan(2);
    const signal = new AbortController().signal;
    const hooks = { signal, onProgress: () => undefined, onChunk: async () => undefined };
    await engine.transcribe(talk, { diarize: false, done: [] }, hooks);
    expect(own.jobs.map(({ speakerLabels }) => speakerLabels)).toEqual([true, false]);
  });

  it.each([
    [null, null],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['en', 'en'],
    ['en-US', 'en_us'],
    ['en-GB', 'en_uk'],
    ['en-IN', 'en'],
    ['nb', 'no'],
    ['jv', 'jw'],
  ])('says that the language %s is spoken as the service calls it: %s', async (language, code) => {
    const { own, engine } = await withDouble();
    await runRecognition(engine, talk, { language });
    // The double refuses an order that asks for detection as well.
    expect(own.jobs[0]?.language).toBe(code);
  });

  it('is nothing if the recording is too long for the service', async () => {
    const { own, engine } = await withDouble();
    const long = { ...talk, durationMs: 10 * 60 * 60_000 + 1 };
    expect((await failureOf(runRecognition(engine, long))).problem).toEqual({ code: 'too_long' });
    expect(own.requests).toEqual([]);
  });

  it('is nothing if the key cannot be sent in a header', async () => {
    const { own } = await withDouble();
    const engine = makeEngine({ apiKey: `${ASSEMBLYAI_KEY}\n`, baseUrl: own.url });
    expect((await failureOf(runRecognition(engine, talk))).problem).toEqual({ code: 'key_rejected' });
    expect(own.requests).toEqual([]);
  });
});

describe('a job that was submitted before', () => {
  it('is resumed without another upload', async () => {
    const { own, engine } = await withDouble();
    own.hold();
    const stop = new AbortController();
    const submitted: string[] = [];
    const first = runRecognition(engine, talk, {
      signal: stop.signal,
      onSubmitted: async (id) => void submitted.push(id),
    });
    await own.asked('look', 3);
    stop.abort(new Error('killed'));
    await expect(first).rejects.toThrow('killed');
    own.release();
    const { transcription, progress } = await runRecognition(engine, talk, {
      remoteId: submitted[0],
      onSubmitted: async (id) => void submitted.push(id),
    });
    expect(transcription.segments.length).toBeGreaterThan(0);
    expect([own.count('upload'), own.count('submit'), submitted]).toEqual([1, 1, ['job-1']]);
    expect(progress.every(({ stage }) => stage === 'remote')).toBe(true);
  });

  it.each(['unknown', 'deleted', "another account's"])('is submitted again if it is %s', async (state) => {
    const { own, engine } = await withDouble();
    const other = makeEngine({ apiKey: OTHER_ASSEMBLYAI_KEY, baseUrl: own.url });
    if (state !== 'unknown') await runRecognition(state === 'deleted' ? engine : other, talk);
    if (state === 'deleted') await engine.forget('job-1', new AbortController().signal);
    const submitted: string[] = [];
    const { transcription } = await runRecognition(engine, talk, {
      remoteId: 'job-1',
      onSubmitted: async (id) => void submitted.push(id),
    });
    expect(submitted).toHaveLength(1);
    expect(transcription.segments[0]?.text).toMatch(/^Good morning/);
  });
});

it('reports the id even of a job that was being submitted when it was aborted', async () => {
  const { own, engine } = await withDouble();
  const stop = new AbortController();
  const submitted: string[] = [];
  // The first submission times out; the abort comes while it is in flight.
  own.reply('submit', { kind: 'error', status: 503 });
  const call = runRecognition(engine, talk, {
    signal: stop.signal,
    onSubmitted: async (id) => void submitted.push(id),
  });
  await own.asked('submit', 2);
  stop.abort(new Error('stopped'));
  await expect(call).rejects.toThrow('stopped');
  expect(submitted).toEqual(own.jobs.map(({ id }) => id));
});

it('removes a job whose id cannot be stored', async () => {
  const { own, engine } = await withDouble();
  const gone = new Error('cancelled meanwhile');
  await expect(runRecognition(engine, talk, { onSubmitted: () => Promise.reject(gone) })).rejects.toBe(gone);
  expect(own.jobs).toMatchObject([{ isDeleted: true }]);
});

it('deletes a job, and treats a missing one as deleted', async () => {
  const { own, engine } = await withDouble();
  const { signal } = new AbortController();
  await runRecognition(engine, talk);
  await engine.forget('job-1', signal);
  await engine.forget('job-1', signal);
  await engine.forget('job-7', signal);
  expect(own.jobs).toMatchObject([{ isDeleted: true }]);
  await runRecognition(engine, talk);
  own.reply('remove', { kind: 'error', status: 400, message: 'This transcript is still processing.' });
  expect((await failureOf(engine.forget('job-2', signal))).problem.code).toBe('failed');
});

describe('failures', () => {
  const error = (status: number, message?: string, headers?: Record<string, string>) =>
    ({ kind: 'error', status, ...(message ? { message } : {}), ...(headers ? { headers } : {}) }) as const;

  it('that are temporary are waited out at every step', async () => {
    const { own, engine } = await withDouble(IMPATIENT);
    own.reply('upload', { kind: 'lost' }, error(500));
    own.reply('submit', error(429, 'slow down', { 'retry-after': '0' }), error(503));
    own.reply('look', { kind: 'silent' }, { kind: 'cut' });
    const { transcription, progress } = await runRecognition(engine, talk);
    expect(transcription.segments.length).toBeGreaterThan(0);
    expect([own.count('upload'), own.count('submit'), own.jobs.length]).toEqual([3, 3, 1]);
    const sent = progress.filter(({ stage }) => stage === 'sending').map(({ doneMs }) => doneMs);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  });

  it.each([
    ['upload', [error(401)], 'key_rejected'],
    ['submit', [error(403)], 'key_rejected'],
    ['submit', [error(400, 'Your current account balance is negative. Please top up.')], 'no_credit'],
    ['upload', [error(402)], 'no_credit'],
    ['upload', [error(429), error(429), error(429)], 'rate_limited'],
    ['upload', [error(429, 'busy', { 'retry-after': '7200' })], 'rate_limited'],
    ['submit', [error(500), error(502), error(503)], 'unreachable'],
    ['upload', [{ kind: 'silent' }, { kind: 'lost' }, { kind: 'cut' }], 'unreachable'],
    ['upload', [{ kind: 'malformed' }], 'bad_answer'],
    ['submit', [{ kind: 'foreign' }], 'bad_answer'],
    ['look', [{ kind: 'malformed' }], 'bad_answer'],
    ['look', [{ kind: 'foreign' }], 'bad_answer'],
    ['look', [error(401)], 'key_rejected'],
    ['submit', [error(422, 'speaker_labels is not for you')], 'failed'],
  ] as const)('of %s: %j is %s', async (call, replies, code) => {
    const isSilent = replies.some(({ kind }) => kind === 'silent');
    const { own, engine } = await withDouble(isSilent ? IMPATIENT : HASTY);
    own.reply(call, ...replies);
    expect((await failureOf(runRecognition(engine, talk))).problem.code).toBe(code);
    expect(own.count(call)).toBe(replies.length);
  });

  it('quote the service on one line, without addresses and keys', async () => {
    const { own, engine } = await withDouble();
    own.failWith(
      `Transcoding failed for\nhttps://cdn.assemblyai.com/upload/1?token=abc with ${ASSEMBLYAI_KEY}. ${'Sorry. '.repeat(60)}`,
    );
    const { problem } = await failureOf(runRecognition(engine, talk));
    const said = problem.code === 'failed' ? problem.said : '';
    expect(said).toMatch(/^Transcoding failed for \[address\] with \[…\]\. Sorry\. .*…$/);
    expect(said.length).toBeLessThanOrEqual(201);
  });

  it('are reported if the job is deleted at the service during the wait', async () => {
    const { own, engine } = await withDouble();
    own.hold();
    const call = failureOf(runRecognition(engine, talk));
    await own.asked('look', 2);
    for (const job of own.jobs) job.isDeleted = true;
    expect((await call).problem).toEqual({ code: 'failed', said: 'it was deleted there meanwhile' });
  });

  it('with a wrong key are reported even if the service closes the connection early', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"error":"no"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await writeFile(join(folder, 'big.pcm'), Buffer.alloc(16_000_000));
    const engine = makeEngine({ baseUrl: `http://127.0.0.1:${port}` });
    const big = { pcmPath: join(folder, 'big.pcm'), durationMs: 250_000 };
    expect((await failureOf(runRecognition(engine, big))).problem.code).toBe('key_rejected');
  });

  it('are reported if no service listens', async () => {
    const engine = makeEngine({ baseUrl: 'http://127.0.0.1:9' });
    expect((await failureOf(runRecognition(engine, talk))).problem).toEqual({ code: 'unreachable' });
  });
});

it('recognizes a recording without speech', async () => {
  const { engine } = await withDouble();
  const quiet = await writePcm(join(folder, 'quiet.pcm'), silence(4000));
  expect((await runRecognition(engine, quiet)).transcription).toEqual({
    speakersBy: 'service',
    language: 'und',
    segments: [],
    lowConfidence: false,
  });
});

it('tests a key with a call that costs nothing', async () => {
  const { own } = await withDouble();
  const check = (apiKey: string, baseUrl = own.url) => checkAssemblyAiKey({ apiKey, baseUrl });
  expect(await check(ASSEMBLYAI_KEY)).toBeNull();
  expect(await check('wrong')).toBe('key_rejected');
  expect(await check('ключ')).toBe('key_rejected');
  expect(await check(ASSEMBLYAI_KEY, 'http://127.0.0.1:9')).toBe('unreachable');
  own.reply('list', error429);
  expect(await check(ASSEMBLYAI_KEY)).toBe('rate_limited');
  expect(own.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 3 }, () => 'GET /v2/transcript?limit=1'),
  );
});

const error429 = { kind: 'error', status: 429 } as const;
