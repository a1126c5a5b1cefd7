import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinWords } from '#domain/tokens.ts';
import { joinSounds, silence, speak, writePcm } from '#tests/support/speak.ts';
import type {
  Audio,
  RecognizedChunk,
  SpeechEngine,
  SpeechProgress,
  SpeechStage,
  TranscribeHooks,
  TranscribeOptions,
  Transcription,
} from './engine.ts';

/** The result of one call, and everything it reported. */
export interface RecognitionRun {
  transcription: Transcription;
  chunks: RecognizedChunk[];
  progress: SpeechProgress[];
}

/** Transcribes and records all reports; hooks may be replaced. */
export async function runRecognition(
  engine: SpeechEngine,
  audio: Audio,
  {
    diarize = true,
    speakerCount,
    language,
    done = [],
    remoteId,
    ...hooks
  }: Partial<TranscribeHooks & TranscribeOptions> = {},
): Promise<RecognitionRun> {
  const chunks: RecognizedChunk[] = [];
  const progress: SpeechProgress[] = [];
  const transcription = await engine.transcribe(
    audio,
    { diarize, speakerCount, language, done, remoteId },
    {
      signal: new AbortController().signal,
      onProgress: (each) => progress.push(each),
      onChunk: async (chunk) => {
        chunks.push(chunk);
      },
      ...hooks,
    },
  );
  return { transcription, chunks, progress };
}

/** Where an engine's work is done: 'in pieces' at a server that gets several, and whose speakers are therefore not known. */
type Place = 'here' | 'in pieces' | 'remotely';

const STAGES: Readonly<Record<Place, SpeechStage[]>> = {
  here: ['listening', 'recognizing', 'speakers'],
  'in pieces': ['listening', 'recognizing'],
  remotely: ['sending', 'remote'],
};
/** The stage during which calls are aborted and engines closed. */
const WORKING: Readonly<Record<Place, SpeechStage>> = {
  here: 'recognizing',
  'in pieces': 'recognizing',
  remotely: 'remote',
};

/** The test suite that every speech engine passes; a service's engine has no chunks. */
export function describeSpeechEngine(makeEngine: () => SpeechEngine, place: Place = 'here'): void {
  describe('like every speech engine', () => {
    let folder: string;
    let talk: Audio;
    let quiet: Audio;
    let engine: SpeechEngine;
    let first: RecognitionRun;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'speech-'));
      const lines = await Promise.all([
        speak('Good morning everyone, thank you for joining the call today.', { voice: 'slt' }),
        speak('We started with a small team of five people in one city.', { voice: 'rms' }),
        speak('The museum is open from Monday to Saturday, but not on Sunday.', { voice: 'slt' }),
        speak('She opened the window and listened to the rain.', { voice: 'rms' }),
      ]);
      const sound = joinSounds(...lines.flatMap((line) => [line, silence(1500)]));
      talk = await writePcm(join(folder, 'talk.pcm'), sound);
      quiet = await writePcm(join(folder, 'quiet.pcm'), silence(30_000));
      engine = makeEngine();
      first = await runRecognition(engine, talk);
    });
    afterAll(async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('gives segments and words in order, words within their segments and segments within the recording', () => {
      const { segments } = first.transcription;
      expect(segments.length).toBeGreaterThan(1);
      let lastEndMs = 0;
      for (const segment of segments) {
        expect(segment.text).toBe(joinWords(segment.words.map(({ text }) => text)));
        expect(segment.text).toBe(segment.text.trim());
        expect(segment.words.length).toBeGreaterThan(0);
        expect(segment.startMs).toBe(segment.words[0]?.startMs);
        expect(segment.endMs).toBe(segment.words.at(-1)?.endMs);
        expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(15_000);
        for (const word of segment.words) {
          expect(Number.isInteger(word.startMs) && Number.isInteger(word.endMs)).toBe(true);
          expect(word.startMs).toBeGreaterThanOrEqual(lastEndMs);
          expect(word.endMs).toBeGreaterThan(word.startMs);
          lastEndMs = word.endMs;
        }
      }
      expect(lastEndMs).toBeLessThanOrEqual(talk.durationMs);
    });

    it('labels two speakers by first appearance, or a single one if speakers are not requested', async () => {
      const speakers = [...new Set(first.transcription.segments.map(({ speaker }) => speaker))];
      expect(speakers).toEqual(place === 'in pieces' ? ['Speaker 1'] : ['Speaker 1', 'Speaker 2']);
      const { segments } = await engine.transcribe(
        talk,
        { diarize: false, done: first.chunks },
        { signal: new AbortController().signal, onProgress: () => undefined, onChunk: async () => undefined },
      );
      expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
    });

    it('reports progress stage by stage; it never goes backwards and ends complete', () => {
      const stages = [...new Set(first.progress.map(({ stage }) => stage))];
      expect(stages).toEqual(STAGES[place]);
      const last = STAGES[place].at(-1);
      const firstOfLast = first.progress.findIndex(({ stage }) => stage === last);
      expect(first.progress.slice(firstOfLast).every(({ stage }) => stage === last)).toBe(true);
      for (const stage of stages) {
        const reports = first.progress.filter((each) => each.stage === stage);
        const done = reports.map(({ doneMs }) => doneMs);
        expect(done).toEqual(done.toSorted((a, b) => a - b));
        expect(new Set(reports.map(({ totalMs }) => totalMs)).size).toBe(1);
        expect(done.at(-1)).toBe(reports[0]?.totalMs);
      }
    });

    it.runIf(place !== 'remotely')('delivers each chunk once and one at a time', async () => {
      let running = 0;
      let maxRunning = 0;
      const starts: number[] = [];
      await runRecognition(engine, talk, {
        onChunk: async (chunk) => {
          maxRunning = Math.max(maxRunning, ++running);
          starts.push(chunk.startMs);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
        },
      });
      expect(maxRunning).toBe(1);
      expect(starts.length).toBeGreaterThan(1);
      expect(new Set(starts).size).toBe(starts.length);
    });

    it('gives the same result every time', async () => {
      expect((await runRecognition(engine, talk)).transcription).toEqual(first.transcription);
    });

    it.runIf(place !== 'remotely')('does not repeat the chunks of an earlier run', async () => {
      const [kept, ...others] = first.chunks;
      const marked = structuredClone(kept);
      const word = marked?.segments[0]?.words[0];
      if (!marked || !word) throw new Error('The first chunk has no words');
      word.text = 'Marked';
      const resumed = await runRecognition(engine, talk, { done: [marked] });
      const spans = (chunks: readonly RecognizedChunk[]) =>
        chunks.map(({ startMs }) => startMs).toSorted((a, b) => a - b);
      expect(spans(resumed.chunks)).toEqual(spans(others));
      expect(resumed.transcription.segments.flatMap(({ words }) => words.map(({ text }) => text))).toContain(
        'Marked',
      );
      expect(resumed.progress.at(-1)?.doneMs).toBe(resumed.progress.at(-1)?.totalMs);
    });

    it('repeats chunks that were made with a different plan', async () => {
      const stale = first.chunks.map((chunk) => ({ ...chunk, endMs: chunk.endMs + 1, segments: [] }));
      const { transcription } = await runRecognition(engine, talk, { done: stale });
      expect(transcription).toEqual(first.transcription);
    });

    it('rejects with the reason when aborted, tells and stores nothing from then on, and continues other calls', async () => {
      const stop = new AbortController();
      const later: string[] = [];
      const reason = new Error('enough');
      const call = runRecognition(engine, talk, {
        signal: stop.signal,
        onProgress: ({ stage }) => {
          if (stop.signal.aborted) later.push(stage);
          else if (stage === WORKING[place]) stop.abort(reason);
        },
        onChunk: async () => {
          if (stop.signal.aborted) later.push('chunk');
        },
      });
      await expect(call).rejects.toBe(reason);
      expect((await runRecognition(engine, talk)).transcription).toEqual(first.transcription);
      expect(later).toEqual([]);
    });

    it('rejects with the reason when aborted before the start', async () => {
      const reason = new Error('never');
      await expect(runRecognition(engine, talk, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    it('rejects if a chunk cannot be stored', async () => {
      const full = new Error('disk full');
      const hooks = { onChunk: () => Promise.reject(full), onSubmitted: () => Promise.reject(full) };
      await expect(runRecognition(engine, talk, hooks)).rejects.toBe(full);
    });

    it('serves two calls at once, each with its own result', async () => {
      const [talking, silent] = await Promise.all([
        runRecognition(engine, talk),
        runRecognition(engine, quiet),
      ]);
      expect(talking.transcription).toEqual(first.transcription);
      expect(silent.transcription.segments).toEqual([]);
    });

    it('finds nothing in silence and reports no doubt', async () => {
      const { transcription, progress } = await runRecognition(engine, quiet);
      expect(transcription).toMatchObject({ segments: [], lowConfidence: false });
      expect(progress.at(-1)?.doneMs).toBe(progress.at(-1)?.totalMs);
    });

    it('rejects running calls when it is closed', async () => {
      const closing = makeEngine();
      const call = runRecognition(closing, talk, {
        onProgress: ({ stage }) => {
          if (stage === WORKING[place]) void closing.close();
        },
      });
      await expect(call).rejects.toThrow('closed');
      await expect(runRecognition(closing, talk)).rejects.toThrow('closed');
    });
  });
}
