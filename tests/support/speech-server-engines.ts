import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts';
import { sendThrough } from '#server/speech-servers/send-call.ts';
import type { Audio, SpeechEngine } from '#speech/engine.ts';
import { createServerEngine, type ServerOptions } from '#speech/server/engine.ts';
import type { ServerPatience } from '#speech/server/patience.ts';
import { SpeechError } from '#speech/speech-error.ts';
import { joinSounds, silence, tone, writePcm } from './speak.ts';
import {
  SPEECH_SERVER_KEY,
  type SpeechServerDouble,
  type SpeechServerDoubleOptions,
  startSpeechServerDouble,
} from './speech-server-double.ts';

/** Short waits, for doubles that answer at once. */
export const HASTY: ServerPatience = { firstRetryMs: [1, 2], retryMs: [1, 2, 3], loadingMs: [1, 2, 3] };
/** Asks for no speakers, for which a server may refuse a piece once. */
export const ONE_SPEAKER = { diarize: false };

type Options = SpeechServerDoubleOptions & Partial<ServerOptions>;

interface ServerEngines {
  /** An engine that uses a double. */
  engineFor(double: SpeechServerDouble, options?: Partial<ServerOptions>): SpeechEngine;
  /** A double for one test, and an engine that uses it. */
  withDouble(options?: Options): Promise<{ own: SpeechServerDouble; engine: SpeechEngine }>;
  /** Writes a sound for the tests of this file. */
  audioOf(name: string, samples: Float32Array): Promise<Audio>;
}

/** Means to test the engine of speech servers, set up before the tests of a file and removed after them. */
export function serverEngines(): ServerEngines {
  const outbounds: Outbound[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'speech-server-'));
  });
  afterAll(async () => {
    for (const outbound of outbounds) await outbound.close();
    await rm(folder, { recursive: true, force: true });
  });
  const engineFor: ServerEngines['engineFor'] = (double, options = {}) => {
    const outbound = createOutbound({ allow: [new URL(double.url).host] });
    outbounds.push(outbound);
    const send = sendThrough(outbound);
    const access = { baseUrl: double.baseUrl, apiKey: SPEECH_SERVER_KEY };
    return createServerEngine({ ...access, send, patience: HASTY, ...options });
  };
  return {
    engineFor,
    async withDouble(options = {}) {
      const own = await startSpeechServerDouble(options);
      onTestFinished(() => own.close());
      return { own, engine: engineFor(own, options) };
    },
    audioOf: (name, samples) => writePcm(join(folder, `${name}.pcm`), samples),
  };
}

/** Beeps of three seconds with pauses of one second between them. */
export function beepsOf(count: number): Float32Array {
  return joinSounds(...Array.from({ length: count }, () => [tone(3000, 440, 0.5), silence(1000)]).flat());
}

/** The problem with which a call fails; the key is in nothing of it. */
export async function speechProblemOf(call: Promise<unknown>): Promise<SpeechError['problem']> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof SpeechError))
    throw new Error(`No SpeechError but ${String(error)}`, { cause: error });
  expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(SPEECH_SERVER_KEY);
  return error.problem;
}

/** What is said in segments. */
export function textOf(segments: readonly { text: string }[]): string {
  return segments.map(({ text }) => text).join(' ');
}
