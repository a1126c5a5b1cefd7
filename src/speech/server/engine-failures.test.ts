import { beforeAll, describe, expect, it } from 'vitest';
import type { SpeechServerReply } from '#tests/support/speech-server-double.ts';
import {
  beepsOf,
  HASTY,
  ONE_SPEAKER,
  serverEngines,
  speechProblemOf,
  textOf,
} from '#tests/support/speech-server-engines.ts';
import { runRecognition } from '../engine.compliance.ts';
import type { Audio, RecognizedChunk } from '../engine.ts';

const { engineFor, withDouble, audioOf } = serverEngines();
/** Six beeps of three seconds. */
let beeps: Audio;
beforeAll(async () => {
  beeps = await audioOf('beeps', beepsOf(6));
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
  ])('are reported with what can be done about them: %s', async (_, reply, problem) => {
    const { own, engine } = await withDouble();
    own.reply(...Array.from({ length: 20 }, () => reply));
    expect(await speechProblemOf(runRecognition(engine, beeps))).toEqual(problem);
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
    expect(await speechProblemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toEqual(problem);
    expect(own.pieces).toHaveLength(1);
  });

  it('by a redirect take nothing to where it leads', async () => {
    const { own: other } = await withDouble();
    const { own, engine } = await withDouble();
    own.refuse(error(307, '', { location: `${other.baseUrl}/audio/transcriptions` }));
    expect(await speechProblemOf(runRecognition(engine, beeps))).toEqual({ code: 'wrong_address' });
    expect(other.requests).toEqual([]);
  });

  it('of a key that no header takes are found without any call', async () => {
    const { own } = await withDouble();
    for (const apiKey of ['ключ', 'k\nx: y', 'k'.repeat(10_000)])
      expect(await speechProblemOf(runRecognition(engineFor(own, { apiKey }), beeps))).toEqual({
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
    expect(await speechProblemOf(call)).toEqual({ code: 'unreachable' });
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
    expect(await speechProblemOf(runRecognition(engineFor(own, { apiKey: 'wrong' }), beeps))).toEqual({
      code: 'key_rejected',
    });
    const nowhere = engineFor(own, { baseUrl: `${own.url}/nothing` });
    expect(await speechProblemOf(runRecognition(nowhere, beeps))).toEqual({ code: 'wrong_address' });
    const unknown = engineFor(own, { model: 'no/such-model' });
    expect(await speechProblemOf(runRecognition(unknown, beeps, ONE_SPEAKER))).toEqual({
      code: 'unknown_model',
    });
    expect(own.pieces).toHaveLength(1);
    const { engine } = await withDouble({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await speechProblemOf(runRecognition(engine, beeps))).toEqual({ code: 'address_refused' });
  });

  it('of size are answered with smaller pieces', async () => {
    const { own, engine } = await withDouble({ maxSeconds: 40 });
    const long = await audioOf('long', beepsOf(20));
    const { transcription, chunks } = await runRecognition(engine, long, { diarize: false });
    expect(chunks.length).toBeGreaterThanOrEqual(2);
    expect(chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)).toBe(long.durationMs);
    expect(transcription.segments.at(-1)?.startMs).toBeGreaterThan(70_000);
    expect(own.pieces.length).toBeLessThanOrEqual(chunks.length + 2);
    const { engine: strict } = await withDouble({ maxSeconds: 10 });
    expect(await speechProblemOf(runRecognition(strict, long))).toEqual({ code: 'too_large' });
  });

  it('of one piece keep what is done, and a later run sends only the rest', async () => {
    const { own, engine } = await withDouble({ pieceMs: 5000 });
    const stored: RecognizedChunk[] = [];
    const onChunk = async (chunk: RecognizedChunk) => void stored.push(chunk);
    const ok: SpeechServerReply = { kind: 'changed', change: (answer) => answer };
    // The key is withdrawn meanwhile.
    own.reply(ok, ok, error(401));
    expect(await speechProblemOf(runRecognition(engine, beeps, { onChunk }))).toEqual({
      code: 'key_rejected',
    });
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
    expect(await speechProblemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toMatchObject({
      code: 'unreachable',
    });
    expect(own.pieces).toHaveLength(2);
  });

  it('are not waited out longer than a while, however long each attempt takes', async () => {
    const { own, engine } = await withDouble({ patience: { ...HASTY, withinMs: 0 } });
    own.reply(...Array.from({ length: 5 }, () => error(500)));
    expect(await speechProblemOf(runRecognition(engine, beeps, ONE_SPEAKER))).toMatchObject({
      code: 'failed',
    });
    expect(own.pieces).toHaveLength(1);
  });
});
