import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSpeechEngine, runRecognition } from '#speech/engine.compliance.ts';
import type { Audio } from '#speech/engine.ts';
import { createLocalEngine, type LocalEngine } from '#speech/local/engine.ts';
import type { AvailableMemory } from '#speech/local/memory.ts';
import { defaultModelsDir, missingModels } from '#speech/local/models.ts';
import { NoRoomForSpeech } from '#speech/short-of-memory.ts';
import { isAlive } from '#tests/support/processes.ts';
import { joinSounds, silence, speak, writePcm } from '#tests/support/speak.ts';

describeSpeechEngine(() => createLocalEngine({ threads: 2 }));

const SENTENCES = 6;

/** Many chunks of one sentence each. */
async function manySentences(): Promise<Float32Array> {
  const sentence = await speak('The museum is open from Monday to Saturday.', { voice: 'rms' });
  const parts = Array.from({ length: SENTENCES }, () => [sentence, silence(2500)]);
  return joinSounds(...parts.flat());
}

describe('the local engine', () => {
  let folder: string;
  let engine: LocalEngine;
  const audioOf = (name: string, samples: Float32Array): Promise<Audio> =>
    writePcm(join(folder, name), samples);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-engine-'));
    engine = createLocalEngine({ threads: 2 });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('says after half a minute of speech, and not at its end, that it does not understand a recording', async () => {
    const part = await speak(
      'Good morning and welcome to our programme. Today we talk about the history of the town, and about the people who have lived and worked here for many years.',
      { voice: 'rms' },
    );
    const sentences = joinSounds(...Array.from({ length: 10 }, () => [part, silence(700)]).flat());
    const doubts = new Map<string, number>();
    // Played backwards, it is a language that nobody speaks.
    for (const [name, samples] of [
      ['forwards', sentences],
      ['backwards', sentences.toReversed()],
    ] as const) {
      const audio = await audioOf(`${name}.pcm`, samples);
      let heardMs = 0;
      await runRecognition(engine, audio, {
        diarize: false,
        onProgress: ({ stage, doneMs }) => {
          if (stage === 'recognizing') heardMs = doneMs;
        },
        onDoubt: () => {
          doubts.set(name, heardMs);
        },
      });
      expect(audio.durationMs).toBeGreaterThan(100_000);
    }
    expect([...doubts.keys()]).toEqual(['backwards']);
    expect(doubts.get('backwards')).toBeLessThan(60_000);
  });

  it('finds the one sentence at the end of an hour of digital silence', async () => {
    const speech = await speak('The museum is open from Monday to Saturday.', { voice: 'rms' });
    const beforeMs = 3_600_000;
    const { pcmPath } = await audioOf('late.pcm', new Float32Array());
    const file = await open(pcmPath, 'r+');
    await file.write(new Uint8Array(speech.buffer), { position: beforeMs * 64 });
    await file.close();
    const audio = { pcmPath, durationMs: beforeMs + 4000 };
    const { transcription, progress } = await runRecognition(engine, audio);
    expect(transcription.segments.map(({ text }) => text)).toEqual([
      'The museum is open from Monday to Saturday.',
    ]);
    const startMs = (transcription.segments[0]?.startMs ?? 0) - beforeMs;
    expect(startMs).toBeGreaterThanOrEqual(0);
    expect(startMs).toBeLessThan(300);
    const heard = progress.filter(({ stage }) => stage === 'listening');
    expect(heard.at(-1)?.doneMs).toBe(audio.durationMs);
  });

  it('repeats a chunk if a child is killed in the middle', async () => {
    const speech = await speak('She opened the window and listened to the rain.', { voice: 'rms' });
    const audio = await audioOf('killed.pcm', speech);
    const calm = await runRecognition(engine, audio);
    let killed = 0;
    const disturbed = await runRecognition(engine, audio, {
      onProgress: ({ stage }) => {
        if (stage !== 'recognizing' || killed > 0) return;
        // The work is sent right after this report.
        setImmediate(() => {
          for (const id of engine.processIds()) process.kill(id, 'SIGKILL');
        });
        killed = engine.processIds().length;
      },
    });
    expect(killed).toBeGreaterThan(0);
    expect(disturbed.transcription).toEqual(calm.transcription);
  });

  it('gives up with a clear error if every child crashes', async () => {
    const audio = await audioOf('deadly.pcm', await speak('Nobody hears this.'));
    const doomed = createLocalEngine({ threads: 1 });
    const hunter = setInterval(() => {
      for (const id of doomed.processIds()) process.kill(id, 'SIGKILL');
    }, 5);
    try {
      await expect(runRecognition(doomed, audio)).rejects.toThrow(/killed by the system \(SIGKILL\)/);
    } finally {
      clearInterval(hunter);
      await doomed.close();
    }
  });

  it('does the same work with one small process if there is little memory, and starts none if there is no room', async () => {
    const MB = 1024 * 1024;
    const memory = { limitBytes: 800 * MB, availableBytes: 200 * MB };
    const small = createLocalEngine({ threads: 4, readMemory: () => memory });
    const audio = await audioOf('small.pcm', await manySentences());
    try {
      await expect(runRecognition(small, audio)).rejects.toThrow(NoRoomForSpeech);
      expect(small.processIds()).toEqual([]);
      expect(small.state?.()).toMatchObject({ processes: 0, allowed: 0, ...memory });
      memory.availableBytes = 500 * MB;
      let most = 0;
      const { transcription } = await runRecognition(small, audio, {
        onProgress: () => {
          most = Math.max(most, small.processIds().length);
        },
      });
      expect(most).toBe(1);
      expect(small.state?.()).toMatchObject({ processes: 1, allowed: 1, kills: 0 });
      const text = transcription.segments.map((segment) => segment.text).join(' ');
      expect(text.match(/museum/gi)).toHaveLength(SENTENCES);
    } finally {
      await small.close();
    }
  });

  it('continues with one process and smaller parts after the system has killed a process, and says so', async () => {
    const reported: AvailableMemory[] = [];
    const struck = createLocalEngine({ threads: 2, onKilled: (memory) => reported.push(memory) });
    const audio = await audioOf('struck.pcm', await manySentences());
    try {
      let killed: number | undefined;
      const { transcription, chunks } = await runRecognition(struck, audio, {
        onProgress: ({ stage }) => {
          if (stage !== 'recognizing' || killed !== undefined) return;
          killed = 0;
          // The work is sent right after this report.
          setImmediate(() => {
            const ids = struck.processIds();
            for (const id of ids) process.kill(id, 'SIGKILL');
            killed = ids.length;
          });
        },
      });
      expect(killed).toBeGreaterThan(0);
      expect(reported).toHaveLength(killed ?? 0);
      expect(struck.state?.()).toMatchObject({ kills: killed, allowed: 1, processes: 1 });
      expect(chunks.length).toBeGreaterThan(4);
      const text = transcription.segments.map((segment) => segment.text).join(' ');
      expect(text.match(/museum/gi)).toHaveLength(SENTENCES);
    } finally {
      await struck.close();
    }
  });

  it.each([
    ['truncated', (path: string) => truncate(path, 1_000_000)],
    ['overwritten', (path: string) => writeFile(path, 'this is no model')],
    ['absent', (path: string) => rm(path)],
  ])('rejects if the decoder model is %s, without harm to this process', async (_name, damage) => {
    const modelsDir = await mkdtemp(join(folder, 'models-'));
    await cp(defaultModelsDir(), modelsDir, { recursive: true });
    await damage(join(modelsDir, 'decoder_model_merged.onnx'));
    const broken = createLocalEngine({ threads: 1, modelsDir });
    try {
      const audio = await audioOf('broken.pcm', await speak('Good morning.'));
      await expect(runRecognition(broken, audio)).rejects.toThrow();
      expect(await missingModels(modelsDir)).toMatchObject([{ name: 'decoder_model_merged.onnx' }]);
    } finally {
      await broken.close();
    }
  });

  it('continues when Ctrl-C reaches its children, too', async () => {
    const audio = await audioOf('ctrl-c.pcm', await speak('She opened the window.', { voice: 'rms' }));
    await runRecognition(engine, audio);
    const ids = engine.processIds();
    for (const id of ids) process.kill(id, 'SIGINT');
    const { segments } = (await runRecognition(engine, audio)).transcription;
    expect(segments).not.toEqual([]);
    expect(engine.processIds()).toEqual(ids);
  });

  it('ends its children when this process is killed', async () => {
    const audio = await audioOf('orphan.pcm', await speak('Good morning.'));
    const script = `
      const { createLocalEngine } = await import(${JSON.stringify(import.meta.resolve('#speech/local/engine.ts'))});
      const engine = createLocalEngine({ threads: 1 });
      const hooks = { signal: new AbortController().signal, onProgress() {}, async onChunk() {} };
      await engine.transcribe(${JSON.stringify(audio)}, { diarize: false, done: [] }, hooks);
      process.stdout.write(String(engine.processIds()[0]));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [id] = await once(parent.stdout, 'data');
    expect(isAlive(Number(id))).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(Number(id))).toBe(false);
  });
});
