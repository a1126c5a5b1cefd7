import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveText } from '#contract/live-text.ts';
import type { Deps } from '../../deps.ts';

export type LiveTextDeps = Pick<Deps, 'config' | 'db' | 'events' | 'engine' | 'log'>;

/** Receives what was recognized. */
export interface LiveListener {
  send: (text: LiveText) => void;
  /** Nothing more will be recognized. */
  onFailed: () => void;
}

/** A microphone being recognized. */
export interface Listening {
  /** Takes 16-bit little-endian samples; an odd last byte is kept for the next call. */
  push(bytes: Buffer): void;
  /** Recognizes what is left, then frees everything. Calling it twice is safe. */
  end(): Promise<void>;
}

const FULL_SCALE = 32_768;

/** Starts live recognition; null if the engine cannot do it. Nothing is stored. */
export async function startListening(
  { config, engine, log }: Pick<LiveTextDeps, 'config' | 'engine' | 'log'>,
  { send, onFailed }: LiveListener,
): Promise<Listening | null> {
  if (!engine.listen) return null;
  const folder = join(config.dataDir, 'work', `live-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  const stopped = new AbortController();
  const session = engine.listen({
    folder,
    signal: stopped.signal,
    onWords: (words) => send({ type: 'text', ...words }),
    onFailed,
  });
  const finish = async () => {
    await session.end().catch((error: unknown) => log.warn({ err: error }, 'live text interrupted'));
    stopped.abort(new Error('The session is over'));
    await rm(folder, { recursive: true, force: true });
  };
  let ending: Promise<void> | undefined;
  let odd: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      const whole = odd.length > 0 ? Buffer.concat([odd, bytes]) : bytes;
      const samples = new Float32Array(whole.length >> 1);
      for (let index = 0; index < samples.length; index += 1)
        samples[index] = whole.readInt16LE(2 * index) / FULL_SCALE;
      odd = whole.subarray(2 * samples.length);
      if (samples.length > 0) session.push(samples);
    },
    end() {
      ending ??= finish();
      return ending;
    },
  };
}
