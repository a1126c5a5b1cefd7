import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts';
import { sendThrough } from '#server/speech-servers/send-call.ts';
import {
  SPEECH_SERVER_KEY,
  type SpeechServerDouble,
  type SpeechServerDoubleOptions,
  startSpeechServerDouble,
} from '#tests/support/speech-server-double.ts';
import { SpeechError } from '../speech-error.ts';
import { checkServer, listServerModels } from './check-server.ts';
import type { ServerAccess } from './client.ts';

const outbounds: Outbound[] = [];
afterAll(async () => {
  for (const outbound of outbounds) await outbound.close();
});

const never = new AbortController().signal;

function accessTo(double: SpeechServerDouble, access: Partial<ServerAccess> = {}): ServerAccess {
  const outbound = createOutbound({ allow: [new URL(double.url).host] });
  outbounds.push(outbound);
  return {
    baseUrl: double.baseUrl,
    apiKey: SPEECH_SERVER_KEY,
    send: sendThrough(outbound),
    ...access,
  };
}

async function withDouble(options: SpeechServerDoubleOptions & Partial<ServerAccess> = {}) {
  const own = await startSpeechServerDouble(options);
  onTestFinished(() => own.close());
  return { own, access: accessTo(own, options) };
}

async function problemOf(access: ServerAccess): Promise<SpeechError['problem']> {
  const error = await checkServer(access, never).catch((reason: unknown) => reason);
  if (!(error instanceof SpeechError))
    throw new Error(`No SpeechError but ${String(error)}`, { cause: error });
  return error.problem;
}

describe('what a server is and can do', () => {
  it.each([
    ['openai', 'openai', 'whisper-1', null, 'words', false],
    ['groq', 'openai', 'whisper-large-v3', null, 'words', false],
    ['speaches', 'openai', 'Systran/faster-whisper-small', ['en', 'de'], 'words', false],
    ['vllm', 'openai', 'openai/whisper-large-v3', null, 'segments', false],
    ['openasr', 'openai', 'whisper-large-v3', null, 'words', true],
    ['whisper.cpp', 'whisper.cpp', null, null, 'words', false],
    ['asr', 'asr', null, null, 'words', false],
    ['whisperx', 'asr', null, null, 'words', true],
  ] as const)('is told of %s', async (profile, dialect, model, languages, times, hasSpeakers) => {
    const { own, access } = await withDouble({ profile });
    const report = await checkServer(access, never);
    expect(report).toMatchObject({ dialect, model, languages, times, hasSpeakers });
    expect(report.text).toMatch(/^Good morning/);
    // One sentence, once more where a field for speakers is refused.
    expect(own.pieces).toHaveLength(profile === 'openai' ? 2 : 1);
    expect(own.pieces[0]?.seconds).toBeLessThan(3);
  });

  it('is told of models of one service that differ', async () => {
    const { access } = await withDouble();
    const plain = await checkServer({ ...access, model: 'gpt-4o-transcribe' }, never);
    expect(plain).toMatchObject({ model: 'gpt-4o-transcribe', times: 'none', hasSpeakers: false });
    const diarizing = await checkServer({ ...access, model: 'gpt-4o-transcribe-diarize' }, never);
    expect(diarizing).toMatchObject({ times: 'segments', hasSpeakers: true });
  });

  it.each(['', '/', '/v1', '/v1/', '/v1/audio/transcriptions'])(
    'is found out with an address that ends in "%s"',
    async (end) => {
      const { own, access } = await withDouble({ profile: 'speaches' });
      const report = await checkServer({ ...access, baseUrl: `${own.url}${end}` }, never);
      expect(report).toMatchObject({ dialect: 'openai', times: 'words' });
    },
  );

  it.each(['/openai', '/openai/', '/openai/v1'])('is found out behind the path %s', async (path) => {
    const { own, access } = await withDouble({ profile: 'groq' });
    const report = await checkServer({ ...access, baseUrl: `${own.url}${path}` }, never);
    expect(report).toMatchObject({ dialect: 'openai', times: 'words' });
  });
});

describe('what is wrong', () => {
  it('is the key', async () => {
    const { access } = await withDouble({ profile: 'speaches', isLocked: true, apiKey: 'wrong' });
    expect(await problemOf(access)).toEqual({ code: 'key_rejected' });
    const { access: without } = await withDouble({ apiKey: undefined });
    expect(await problemOf(without)).toEqual({ code: 'key_rejected' });
  });

  it('is the model', async () => {
    const { access } = await withDouble({ profile: 'speaches', model: 'no/such-model' });
    expect(await problemOf(access)).toEqual({ code: 'unknown_model' });
  });

  it('is the address: a page, another program, a redirect, nothing at all, or a private one', async () => {
    const { own, access } = await withDouble();
    own.refuse({ kind: 'text', text: '<!doctype html><title>Welcome</title>', type: 'text/html' });
    expect(await problemOf(access)).toEqual({ code: 'wrong_address' });
    own.refuse({ kind: 'error', status: 404, body: { error: 'no such route' } });
    expect(await problemOf(access)).toEqual({ code: 'wrong_address' });
    own.refuse({ kind: 'error', status: 301, headers: { location: 'http://127.0.0.1:9/' } });
    expect(await problemOf(access)).toEqual({ code: 'wrong_address' });
    expect(await problemOf({ ...access, baseUrl: 'http://127.0.0.1:9/v1' })).toEqual({
      code: 'address_refused',
    });
    await own.close();
    expect(await problemOf(access)).toEqual({ code: 'unreachable' });
  });

  it('is that its model is still loading, without waiting for it', async () => {
    const { own, access } = await withDouble({ profile: 'openasr' });
    own.reply({ kind: 'error', status: 503, headers: { 'retry-after': '20' } });
    expect(await problemOf(access)).toEqual({ code: 'loading', retryAfterMs: 20_000 });
    expect(own.pieces).toHaveLength(1);
  });
});

it('ends with the reason when it is aborted', async () => {
  const { own, access } = await withDouble();
  own.hold();
  const stop = new AbortController();
  const check = checkServer(access, stop.signal);
  const reason = new Error('no longer wanted');
  void own.arrived(1).then(() => stop.abort(reason));
  await expect(check).rejects.toBe(reason);
});

it('lists the models for speech, or all if a server does not say what they are for', async () => {
  const { access: speaches } = await withDouble({ profile: 'speaches' });
  expect(await listServerModels(speaches, never)).toEqual(['Systran/faster-whisper-small']);
  const { access: groq } = await withDouble({ profile: 'groq' });
  expect(await listServerModels(groq, never)).toEqual(['whisper-large-v3', 'llama-3.3-70b-versatile']);
  const { access: whisperCpp } = await withDouble({ profile: 'whisper.cpp' });
  expect(await listServerModels(whisperCpp, never)).toEqual([]);
});
