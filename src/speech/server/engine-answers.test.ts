import { beforeAll, describe, expect, it } from 'vitest';
import { beepsOf, serverEngines, textOf } from '#tests/support/speech-server-engines.ts';
import { runRecognition } from '../engine.compliance.ts';
import type { Audio } from '../engine.ts';

const { withDouble, audioOf } = serverEngines();
/** Six beeps of three seconds. */
let beeps: Audio;
beforeAll(async () => {
  beeps = await audioOf('beeps', beepsOf(6));
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

  it('comes without speakers from a server that has no model for them', async () => {
    const { own, engine } = await withDouble({ profile: 'openasr' });
    const detail = "Model 'pyannote/speaker-diarization-3.1' is not installed locally.";
    own.reply({ kind: 'error', status: 404, body: { detail } });
    const { transcription } = await runRecognition(engine, beeps);
    expect(transcription.segments.length).toBeGreaterThan(1);
    expect(own.pieces).toHaveLength(2);
  });

  it('comes without times from a model of vLLM that has none, after one refusal', async () => {
    const { own, engine } = await withDouble({ profile: 'vllm' });
    const message = 'Currently do not support verbose_json for Qwen/Qwen3-ASR-1.7B';
    const body = { error: { message, type: 'BadRequestError', code: 400 } };
    own.reply({ kind: 'error', status: 400, body });
    const { transcription } = await runRecognition(engine, beeps);
    const formats = own.pieces.map(({ fields }) => new Map(fields).get('response_format'));
    expect(formats).toEqual(['verbose_json', 'json']);
    expect(transcription.segments.every(({ timing }) => timing === 'estimated')).toBe(true);
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
