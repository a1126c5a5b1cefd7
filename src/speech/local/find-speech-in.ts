import type { Audio } from '../engine.ts';
import { interleave } from './interleave.ts';
import type { Pool } from './pool.ts';
import { DetectResult } from './protocol.ts';
import { FRAME_MS, findSpeech, type Span } from './speech-regions.ts';

/** Four minutes of audio per voice activity request: long enough that the warm-up of its streams costs little. */
export const DETECT_FRAMES = 240_000 / FRAME_MS;

interface Listening {
  signal: AbortSignal;
  /** How many blocks are processed at once. */
  atOnce: number;
  /** Told after each block. */
  report: (doneMs: number) => void;
}

/** Finds where somebody speaks in a recording, in the processes of the pool. Rejects with the signal's reason. */
export async function findSpeechIn(
  pool: Pool,
  { pcmPath, durationMs }: Audio,
  { signal, atOnce, report }: Listening,
): Promise<Span[]> {
  // A failure ends the rest of the work.
  const failure = new AbortController();
  const working = AbortSignal.any([signal, failure.signal]);
  const probabilities = new Uint8Array(Math.ceil(durationMs / FRAME_MS));
  let nextFrame = 0;
  let heardFrames = 0;
  const blocks = () => {
    if (nextFrame >= probabilities.length) return undefined;
    const fromFrame = nextFrame;
    const toFrame = Math.min(probabilities.length, fromFrame + DETECT_FRAMES);
    nextFrame = toFrame;
    return async () => {
      const request = { type: 'detect', pcmPath, fromFrame, toFrame } as const;
      const block = await pool.run({ request, result: DetectResult, signal: working });
      probabilities.set(block.probabilities, fromFrame);
      heardFrames += toFrame - fromFrame;
      report(Math.min(durationMs, heardFrames * FRAME_MS));
    };
  };
  try {
    await interleave([blocks], atOnce);
  } finally {
    failure.abort(new Error('The search for speech is over'));
  }
  return findSpeech(probabilities, durationMs);
}
