import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound } from '#server/outbound/outbound.ts';
import { sendThrough } from '#server/speech-servers/send-call.ts';
import { silence } from '#tests/support/speak.ts';
import {
  type SpeechServerDouble,
  type SpeechServerReply,
  startSpeechServerDouble,
} from '#tests/support/speech-server-double.ts';
import {
  beepsOf,
  ONE_SPEAKER,
  serverEngines,
  speechProblemOf,
  textOf,
} from '#tests/support/speech-server-engines.ts';
import { describeSpeechEngine, runRecognition } from '../engine.compliance.ts';
import type { Audio, SpeechEngine } from '../engine.ts';
import { createLocalEngine } from '../local/engine.ts';

const { engineFor, withDouble, audioOf } = serverEngines();
/** Six beeps of three seconds. */
let beeps: Audio;
let local: SpeechEngine;
beforeAll(async () => {
  beeps = await audioOf('beeps', beepsOf(6));
  local = createLocalEngine({ threads: 1 });
});
afterAll(async () => {
  await local.close();
});

describe.each(['openai', 'whisper.cpp', 'whisperx'] as const)('%s', (profile) => {
  let double: SpeechServerDouble;
  beforeAll(async () => {
    double = await startSpeechServerDouble({ profile });
  });
  afterAll(async () => {
    await double.close();
  });
  // Short pieces, so that there are several.
  const make = () => engineFor(double, { model: 'whisper-1', listener: local, pieceMs: 8000 });
  describeSpeechEngine(make, 'in pieces');
});

describe('what is asked', () => {
  it('is nothing more for what has no speech, and in the language that was chosen', async () => {
    const { own, engine } = await withDouble({ profile: 'whisper.cpp' });
    const quiet = await audioOf('quiet', silence(5000));
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
    await speechProblemOf(runRecognition(engine, beeps, ONE_SPEAKER));
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

  it('waits for a server that does one after the other, whoever asks, as long as for an answer', async () => {
    const { own, engine } = await withDouble({ profile: 'whisper.cpp' });
    own.hold();
    const first = runRecognition(engine, beeps);
    await own.arrived(1);
    const limits: number[] = [];
    const outbound = createOutbound({ allow: [new URL(own.url).host] });
    onTestFinished(() => outbound.close());
    const send = sendThrough(outbound);
    const asked = Promise.withResolvers<void>();
    const second = runRecognition(
      engineFor(own, {
        send: (address, call) => {
          limits.push(call.totalMs);
          asked.resolve();
          return send(address, call);
        },
      }),
      beeps,
    );
    await asked.promise;
    own.release();
    await Promise.all([first, second]);
    expect(limits.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...limits)).toBeGreaterThan(180_000);
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
